// The StarPU scheduling policy `feedback`, which needs nothing but StarPU: of a
// Context, or loaded by any program (feedback_library.cpp).
#pragma once

#include <starpu.h>
#include <starpu_scheduler.h>

#include <string>

namespace tasuki::runtime {

/// Tasks wait per worker, the highest priority first, then those of which the
/// data have arrived, then in the order in which they became ready.  Feedback
/// chooses CPU or GPU; among GPUs it goes to the one on which a task would end
/// first, among CPU workers to the one with the least work.
starpu_sched_policy& feedback_policy();

/// Has it call say(line) for each decision; null: nobody wants to know.
void tell_feedback_news(void (*say)(const std::string& line));

/// The Preparation of this policy.
/// @param near  worker on the GPU that is to have the task, if it goes to one;
///              -1, as without this call: the one that needs fewest transfers
void prepare_for_feedback(starpu_task& task, int near);

/// Whether it has tried what there is to try, in a Context that has it.
bool feedback_is_settled();

}  // namespace tasuki::runtime
