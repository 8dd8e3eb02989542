// What people look at, made from the tables of a trace: its page, its timelines
// for ViTE and Perfetto, and its graph.
#pragma once

#include <string>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// Writes the kViewFiles of timeline/folder.hpp; each is complete or not there.
/// @param folder  of the trace, which is whole
/// @throws UsageError  a file cannot be written
void write_views(const std::string& folder, const Timeline& timeline);

}  // namespace tasuki::trace
