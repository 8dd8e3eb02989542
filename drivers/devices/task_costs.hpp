// What the runtime takes for a task, beside its kernel and data: from bursts of
// tasks that compute next to nothing, less what a simulation adds to each.
#pragma once

#include <vector>

#include "runtime/core/context.hpp"
#include "simulation/machine.hpp"

namespace tasuki::drivers {

/// The longest in the fastest quarter of times of the same work: what else a
/// machine does makes some longer, and none shorter.
/// @param seconds  at least one, in any order
double undisturbed(std::vector<double> seconds);

/// Measures `submit`, and `cpu`. Where submitting takes longer than the worker,
/// `cpu` cannot be seen, and is as long.
/// @param context  has one CPU worker
void measure_cpu_tasks(runtime::Context& context, runtime::TaskCosts& costs);

/// Measures `gpu` or, in a context with more than one GPU, `several_gpus`: each
/// has a burst of its own then.
void measure_gpu_tasks(runtime::Context& context, runtime::TaskCosts& costs);

}  // namespace tasuki::drivers
