// Results for machines: one JSON object, complete or not written at all.
#pragma once

#include <string>

namespace tasuki {
class Json;
}

namespace tasuki::io {

/// Writes `value`, indented and with a final newline, to the file `target`,
/// or to stdout if that is "-".  Keys keep their order; a double is printed
/// with the fewest digits that give it back exactly; NaN and infinity, which
/// JSON has not, become null.
/// @throws UsageError when it cannot be written, with nothing left behind
void write_json(const std::string& target, const Json& value);

}  // namespace tasuki::io
