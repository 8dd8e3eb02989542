#include "runtime/core/profiler_range.hpp"

#include <starpu.h>

namespace tasuki::runtime {

ProfilerRange::ProfilerRange() {
    const starpu_task* task = starpu_task_get_current();
    detail::push_range(task != nullptr && task->name != nullptr ? task->name
                                                                : "task");
}

ProfilerRange::~ProfilerRange() {
    detail::pop_range();
}

}  // namespace tasuki::runtime
