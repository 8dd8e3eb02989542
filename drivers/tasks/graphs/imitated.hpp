// The machine whose kernels `tasuki tasks` imitates.
#pragma once

#include "simulation/machine.hpp"

namespace tasuki::drivers {

/// 16 cores with a GPU, in round numbers near those of an H200.
inline const runtime::Machine& imitated_machine() {
    constexpr double kCores = 16;
    static const runtime::Machine machine{
        .name = "imitated",
        .cpu_name = "16 cores",
        .cores = static_cast<int>(kCores),
        .memory_bytes = 0,
        .cpu = {kCores * 10e9, kCores * 40e9, kCores * 80e9, 1},
        .gpus = 1,
        .gpu = runtime::MachineGpu{"GPU", 0, {3e12, 24e12, 48e12, 1}, {}, {}},
        .nodes = 1,
        .network = {}};
    return machine;
}

}  // namespace tasuki::drivers
