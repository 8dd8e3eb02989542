// Tells the user that StarPU measures task times now: its model-based policies
// try every kind of task ten times on every kind of worker before they choose.
#pragma once

#include <string>
#include <string_view>

struct starpu_task;

namespace tasuki::runtime {

/// Whether a policy decides by performance models; dm*, heft, heteroprio and
/// their modular forms do.
bool uses_models(std::string_view policy);

enum class Models { kept, measured_anew };

/// Makes see_task() watch.  With measured_anew it prints the message at once.
/// Called by Context.
void watch_models(const std::string& policy, Models models);

/// Prints the message, once per Context, if a kind of task without a time is
/// submitted often.  Called before a task is submitted.
void see_task(starpu_task* task);

}  // namespace tasuki::runtime
