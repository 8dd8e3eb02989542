// Records that a program has left in the folder of --trace.
#pragma once

#include <string>

namespace tasuki::trace {

/// Makes the tables of the folder from its records, which go; does nothing
/// where there are none.
/// @throws InputError  the records are broken
/// @throws UsageError  a file cannot be written
void take_program_records(const std::string& folder);

}  // namespace tasuki::trace
