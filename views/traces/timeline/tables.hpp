// The Timeline as the files of a trace's folder that hold it; read_folder() is
// the way back.
#pragma once

#include <map>
#include <string>

#include "program/run_record.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// File names and contents: tables, and with kRunFile what has no table.
std::map<std::string, std::string> to_tables(const Timeline& timeline);

}  // namespace tasuki::trace
