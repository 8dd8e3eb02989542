// The machine: CPUs that this process may use, GPUs and their memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tasuki::runtime {

/// A GPU that the toolkit of this build sees.
struct GpuDevice {
    int number;               ///< as the toolkit counts
    std::string name;         ///< e.g. "NVIDIA H200"
    std::size_t total_bytes;  ///< device memory [B]
    int multiprocessors;      ///< compute units, in AMD's words
    std::string id;  ///< of the machine and the device, for every process
};

/// All GPUs that the toolkit of this build sees; empty without one.  Begins no
/// work on them.
/// @throws FaultError  one does not answer, here and below
std::vector<GpuDevice> gpu_devices();

/// The process begins to use these GPUs.
/// @throws UnavailableError  one refuses: another process has it for itself, or
///                           it is broken
void open_gpus(std::span<const int> numbers);

/// Whether each of these GPUs can read and write the memory of the others.
bool are_peers(std::span<const int> numbers);

/// What of a GPU's memory is not in use now [B].  The process then holds a
/// context on it, as if it computed there.
std::size_t free_gpu_memory(int number);

/// Name of the machine: the same for all of its processes.
std::string host_name();

/// OS numbers of the logical CPUs that this process may run on.
std::vector<int> allowed_cpus();

/// Logical CPUs of the machine that are online.
int machine_cpus();

/// Toolkit of this build: "CUDA", "HIP", "HIP on NVIDIA", "simulated" or
/// "none".
std::string gpu_toolkit();

}  // namespace tasuki::runtime
