// What somebody's program says of its run, as JSON; docs/scripts.md has the
// keys.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/subject.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

/// From seconds_all, seconds_median or both, and the key of the speed.
/// @throws InputError  one is missing, or is no number; names it
Times times_of_program(const Subject& subject, const Json& result);

/// Not a number if it is missing or null.
/// @param path  JSON pointer
/// @throws InputError  it is something else
double number_of_program(const Json& result, const std::string& path);

/// All of `phases`; none if that is missing.
/// @throws InputError  a phase has no `cpu`, `gpu` or `seconds`
std::vector<CellPhase> phases_of_program(const Json& result);

}  // namespace tasuki::drivers::compare
