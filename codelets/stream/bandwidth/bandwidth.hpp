// bandwidth: memory bandwidth of one worker, the basis of rooflines.
//   CPU: triad a = b + s c on all CPUs of the worker, past the caches,
//        counting 3 words (McCalpin's STREAM, without write-allocate);
//   GPU: copy inside device memory, counting read and written bytes.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/core/view.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::stream::bandwidth {

struct Args {
    std::size_t size;  ///< of each array [doubles]
    int repetitions;
    double*
        bytes_per_second;  ///< (repetitions), on the host; outlives the task
};

/// The kernel fills b and c first, where it runs: a host would take longer than
/// the measurement.
struct Fields {
    runtime::Write<double> a;  // (size)
    runtime::Write<double> b;  // (size)
    runtime::Write<double> c;  // (size), not used by the GPU
};

/// What b and c begin with: no zeros, which memory may treat in another way.
TASUKI_HD double value_at(std::size_t i) {
    return 1 + 1e-9 * static_cast<double>(i % 1000);
}

void run_cpu(const Args& args, const Fields& fields) noexcept;
/// Waits for the device: this codelet exists to be timed.
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "bandwidth";
    static std::string model() { return "bandwidth"; }
    using Args = bandwidth::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::stream::bandwidth
