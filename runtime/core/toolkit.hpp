// Names of StarPU that differ between GPU toolkits. A build has one of
// toolkit_cuda.cpp, toolkit_hip.cpp and toolkit_none.cpp; they also define the
// functions of codelet.hpp for GPUs: set_gpu_entry(), has_gpu_entry() and
// worker_stream().
#pragma once

#include <starpu.h>

#include <cstdint>
#include <span>
#include <string>

namespace tasuki::runtime::toolkit {

/// "CUDA", "HIP", "HIP on NVIDIA" or "none".
std::string name();

/// With the version, e.g. "CUDA 13.0".
std::string version();

/// The bit of starpu_task::where for GPU workers.
std::int32_t gpu_workers();

/// Whether they are 0, 1, 2 ...
bool is_first(std::span<const int> devices);

/// Takes these GPUs, by the numbers that the toolkit gives them.
void take_gpus(starpu_conf& conf, std::span<const int> devices);

/// StarPU's variable for the number of workers that a GPU has.
const char* workers_variable();

/// Identifies a device among all devices of this machine.
std::string device_id(int device);

}  // namespace tasuki::runtime::toolkit
