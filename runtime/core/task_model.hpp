// How long StarPU expects tasks to take.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <string>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// @param name  of the model; empty: the kernel's times are not kept
/// @return      whether the codelet has it
bool set_model(starpu_perfmodel& model, const std::string& name);

/// Whether the model knows what the task takes; else nothing, or in a build
/// that simulates:
/// @throws UnavailableError  names the kernel
void check_cost(const KernelRecord& kernel, const SubmitOptions& options);

/// What a task takes on a worker of this kind, in a build that simulates [s].
/// @param header  null for StarPU's own tasks
double model_seconds(starpu_task* task, const TaskHeader* header,
                     const starpu_perfmodel_arch& arch);

/// When the kernel of a task that has ended ran, unless it did so itself.
void note_times(const starpu_task& task, TaskHeader& header);

}  // namespace tasuki::runtime::detail
