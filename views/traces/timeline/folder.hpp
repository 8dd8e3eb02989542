// The folder of a trace: the tables that hold all of it. What people look at
// is made from these, beside them.
#pragma once

#include <array>
#include <string>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// What people look at, which views/traces makes.
inline constexpr std::array kViewFiles{"paje.trace", "trace.json", "dag.svg",
                                       "report.html"};

/// Writes the tables and the summary: every file is complete or not there, and
/// the folder counts as a trace only with the last one. The views of an earlier
/// trace are removed.
/// @param path  a folder, which is made if it is not there
/// @throws UsageError  a file cannot be written
void write_folder(const std::string& path, const Timeline& timeline);

/// Reads what write_folder() wrote.
/// @throws InputError  a file is missing, cut off or contradicts another one:
///                     with its name and line
Timeline read_folder(const std::string& path);

}  // namespace tasuki::trace
