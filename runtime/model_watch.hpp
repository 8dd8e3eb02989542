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

/// From now on, see_task() looks.  Says at once that all is measured anew.
/// Called by Context.
void watch_models(const std::string& policy, Models models);

/// Says, once per Context, that times are measured when some kind of task is
/// submitted often that has no time yet.  Called before a task is submitted.
void see_task(starpu_task* task);

}  // namespace tasuki::runtime
