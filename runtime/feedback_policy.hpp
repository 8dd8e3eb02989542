// The StarPU scheduling policy `feedback`.
#pragma once

#include <starpu.h>
#include <starpu_scheduler.h>

namespace tasuki::runtime {

/// Tasks wait per worker, the highest priority first, then in the order in
/// which they became ready.  Feedback says CPU or GPU; among GPUs the one with
/// the task's data takes it, among CPU workers the one with least to do.
starpu_sched_policy& feedback_policy();

}  // namespace tasuki::runtime
