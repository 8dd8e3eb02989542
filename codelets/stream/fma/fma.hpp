// fma: fused multiply-adds per second of one worker, the basis of peaks.
// Independent chains in registers, in single or double precision.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/core/view.hpp"

namespace tasuki::stream::fma {

struct Args {
    int repetitions;
    bool double_precision;
    /// Nothing that the compiler may know: x = factor x + term stays near 1.
    double factor, term;
    double*
        flops_per_second;  ///< (repetitions), on the host; outlives the task
};

struct Fields {
    runtime::Write<double> results;  // (1): so that the work is needed
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
/// Waits for the device: this codelet exists to be timed.
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "fma";
    static std::string model() { return "fma"; }
    using Args = fma::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::stream::fma
