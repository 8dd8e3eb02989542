// bandwidth: memory bandwidth of one worker, the basis of rooflines.
//   CPU: triad a = b + s c on all CPUs of the worker, past the caches,
//        counting 3 words (McCalpin's STREAM, without write-allocate);
//   GPU: copy inside device memory, counting read and written bytes.
#pragma once

#include <cstddef>

#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::stream::bandwidth {

struct Args {
    std::size_t size;  ///< of each array [doubles]
    int repetitions;
    double*
        bytes_per_second;  ///< (repetitions), on the host; outlives the task
};

struct Fields {
    double* a;        // write (size)
    const double* b;  // read  (size)
    const double* c;  // read  (size), not used by the GPU
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
/// Waits for the device: this codelet exists to be timed.
void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept;

/// Buffers: a (write), b (read), c (read).
runtime::Codelet& codelet();

}  // namespace tasuki::stream::bandwidth
