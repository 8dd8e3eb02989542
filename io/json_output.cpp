#include "io/json_output.hpp"

#include "io/atomic_file.hpp"
#include "json/json.hpp"

namespace tasuki::io {

void write_json(const std::string& target, const Json& value) {
    // File names need not be UTF-8, JSON must: replace, do not throw.
    const auto text = value.dump(2) + '\n';
    write_file(target, text);
}

}  // namespace tasuki::io
