// fma: fused multiply-adds per second of one worker, the basis of peaks.
// Independent chains in registers, in single or double precision.
#pragma once

#include <cstdint>

#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

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
    double* results;  // write (1): so that the work is needed
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
/// Waits for the device: this codelet exists to be timed.
void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept;

/// Buffers: results (write).
runtime::Codelet& codelet();

}  // namespace tasuki::stream::fma
