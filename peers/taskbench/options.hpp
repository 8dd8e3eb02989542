// The workers of engines that run on StarPU.
#pragma once

#include "peers/taskbench/engine.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::peers::taskbench {

/// A worker for each CPU, or those of one GPU.
inline runtime::ContextOptions options_on(On on, int cpus) {
    if (on == On::gpu) return {.cpus = 0, .gpus = 1};
    return {.cpus = cpus, .cpu_workers = 0, .gpus = 0};
}

}  // namespace tasuki::peers::taskbench
