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

/// Sockets of the machine that these logical CPUs are on, at least 1.
int sockets_of(std::span<const int> cpus);

/// Logical CPUs of the machine that are online.
int machine_cpus();

/// Name of the CPU, e.g. "AMD EPYC 9654 96-Core Processor"; "unknown
/// CPU" if it has none.
std::string cpu_name();

/// Last-level caches of the machine, all together [B].
std::size_t cache_bytes();

/// Memory of the host [B].
std::size_t host_memory_bytes();

/// Toolkit of this build: "CUDA", "HIP", "HIP on NVIDIA", "simulated" or
/// "none".
std::string gpu_toolkit();

/// A measured link of the running StarPU: between the host and a GPU, or two.
struct Link {
    std::string from;      ///< StarPU's name of a memory
    std::string to;        ///< another one
    double bandwidth_gbs;  ///< [10^9 B/s]
    double latency_us;     ///< [10^-6 s]; both 0 if StarPU has not measured
};

/// Links between the memories StarPU uses; call with a Context alive.
std::vector<Link> links();

}  // namespace tasuki::runtime
