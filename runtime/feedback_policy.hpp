// The StarPU scheduling policy `feedback`.
#pragma once

#include <starpu.h>
#include <starpu_scheduler.h>

namespace tasuki::runtime {

/// Tasks wait per worker, the highest priority first, then in the order in
/// which they became ready.  Feedback says CPU or GPU; among GPUs the one with
/// the task's data takes it, among CPU workers the one with least to do.
starpu_sched_policy& feedback_policy();

/// The Preparation of this policy: finds the task's class while nobody waits
/// for it.  Without it a task stays on the GPUs, where least has to be moved.
void prepare_for_feedback(starpu_task& task, int near);

}  // namespace tasuki::runtime
