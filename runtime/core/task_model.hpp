// How long StarPU expects tasks to take.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <string>

#include "runtime/core/kernel.hpp"

namespace tasuki::runtime::detail {

/// @param name  of the model; empty: the kernel's times are not kept
/// @return      whether the codelet has it
bool set_model(starpu_perfmodel& model, const std::string& name);

/// When the kernel of a task that has ended ran, unless it did so itself.
void note_times(const starpu_task& task, TaskHeader& header);

}  // namespace tasuki::runtime::detail
