// A machine in numbers: what a simulation needs to know of it.  io/machines
// reads it from a file.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace tasuki::runtime {

/// How fast a processor computes.  A kernel takes the longer of two times, that
/// of its memory traffic and that of its arithmetic, over `efficiency`.
struct Rates {
    double bandwidth;     ///< of its memory [B/s]
    double double_flops;  ///< in 64-bit floating point [flop/s]
    double single_flops;  ///< in 32-bit floating point [flop/s]
    double efficiency;    ///< what kernels reach of these, above 0, at most 1
};

/// The same rates in a part of the processor, which kernels use alike.
constexpr Rates operator*(double part, const Rates& r) {
    return {part * r.bandwidth, part * r.double_flops, part * r.single_flops,
            r.efficiency};
}

/// Seconds that a kernel takes.
/// @param bytes         memory traffic [B]
/// @param number_bytes  of the numbers that it computes with
constexpr double kernel_seconds(const Rates& rates, double bytes, double flops,
                                std::size_t number_bytes) {
    const double peak =
        number_bytes < sizeof(double) ? rates.single_flops : rates.double_flops;
    const double memory = bytes / rates.bandwidth, arithmetic = flops / peak;
    return (memory > arithmetic ? memory : arithmetic) / rates.efficiency;
}

/// Between two memories, in each direction.
struct MachineLink {
    double bandwidth;  ///< [B/s]
    double latency;    ///< [s]
};

/// What the runtime takes for a task, beside its kernel and data [s].  The
/// defaults were measured on the host of an H200 (docs/experiments.md).
struct TaskCosts {
    double submit = 2.5e-6;  ///< of the thread that submits it
    double cpu = 3.6e-6;     ///< of a CPU worker
    double gpu = 9e-6;       ///< of the thread that queues it on a GPU
    /// The same where a process has several GPUs, whose threads and tables of
    /// StarPU meet; as with one if it is not known.
    std::optional<double> several_gpus{};
};

/// All GPUs of a machine are alike.
struct MachineGpu {
    std::string name;                   ///< e.g. "NVIDIA H200"
    std::size_t memory_bytes;           ///< [B]
    Rates rates;                        ///< of all of it
    MachineLink to_host;                ///< to the memory of the host
    std::optional<MachineLink> to_gpu;  ///< none: through host memory
};

/// One node.
struct Machine {
    std::string name;               ///< e.g. "NVIDIA GH200"
    std::string cpu_name;           ///< of a socket, e.g. "Intel Xeon E5-2665"
    int cores;                      ///< of all sockets
    std::size_t memory_bytes;       ///< of the host [B]
    Rates cpu;                      ///< of all cores together
    int gpus;                       ///< how many; 0: `gpu` is none
    std::optional<MachineGpu> gpu;  ///< each of them
    int nodes;                      ///< of this kind
    std::optional<MachineLink> network;  ///< between two nodes
    /// Of kernels whose efficiency is not that of the rates; by name, which
    /// may say numbers and links: "interior_double_18", "interior_double" or
    /// "interior".
    std::map<std::string, double> cpu_kernels{};
    std::map<std::string, double> gpu_kernels{};  ///< the same on a GPU
    /// By the same names: what a task of the kernel takes beside its traffic
    /// and arithmetic, which wait for it [s].
    std::map<std::string, double> cpu_starts{};
    std::map<std::string, double> gpu_starts{};  ///< the same on a GPU
    TaskCosts task_costs{};                      ///< of each node
};

}  // namespace tasuki::runtime
