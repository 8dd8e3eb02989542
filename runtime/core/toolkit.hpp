// Names of StarPU that differ between GPU toolkits. A build has one of
// toolkit_cuda.cpp, toolkit_hip.cpp, simulation/core/toolkit.cpp and
// toolkit_none.cpp; they also define the functions of codelet.hpp for GPUs:
// set_gpu_entry() and worker_stream().
#pragma once

#include <starpu.h>

#include <cstdint>
#include <span>
#include <string>

#include "runtime/core/environment_changes.hpp"

namespace tasuki::runtime::toolkit {

/// "CUDA", "HIP", "HIP on NVIDIA", "simulated" or "none".
std::string name();

/// With the version, e.g. "CUDA 13.0".
std::string version();

/// The bit of starpu_task::where for GPU workers.
std::int32_t gpu_workers();

/// Whether they are 0, 1, 2 ...
bool is_first(std::span<const int> devices);

/// Whether tasks call the functions of kernels, which is all that a list
/// does.
bool calls_kernels();

/// Takes these GPUs, by the numbers that the toolkit gives them.
void take_gpus(starpu_conf& conf, std::span<const int> devices);

/// Of what StarPU reads from its environment alone, that which depends on the
/// toolkit.
void set_defaults(EnvironmentChanges& changes);

/// A GPU that fails lets the Context fail, not the process, if this StarPU can
/// tell it (cmake/starpu/patches).
void note_failures();

/// Identifies a device among all devices of this machine.
std::string device_id(int device);

}  // namespace tasuki::runtime::toolkit
