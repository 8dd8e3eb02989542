// The StarPU scheduling policy `feedback`.
#pragma once

#include <starpu.h>
#include <starpu_scheduler.h>

namespace tasuki::runtime {

/// Tasks wait per worker, the highest priority first, then in the order in
/// which they became ready.  Feedback chooses CPU or GPU; among GPUs it goes
/// to the one with its data, among CPU workers to the one with the least work.
starpu_sched_policy& feedback_policy();

/// The Preparation of this policy: finds the task's class while nothing waits
/// for it.  Without it a task stays on the GPU that needs the fewest transfers.
void prepare_for_feedback(starpu_task& task, int near);

/// Whether it has tried what there is to try, in a Context that has it.
bool feedback_is_settled();

}  // namespace tasuki::runtime
