// From what the ranks recorded to a Timeline.
#pragma once

#include <vector>

#include "program/run_record.hpp"
#include "runtime/trace/trace.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// On one clock; with what depends on what from the arrays that tasks and
/// messages use, in the order of their submission, as StarPU finds it.  Tasks
/// that did not end are left out.
/// @throws InputError  a record contradicts itself, and where
Timeline read_records(const std::vector<runtime::RankRecord>& ranks,
                      const NameOfPart& name_of_part);

}  // namespace tasuki::trace
