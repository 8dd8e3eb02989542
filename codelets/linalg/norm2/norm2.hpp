// norm2: sum of the squares of an array of reals, as kPartials partial sums
// in double.  The partial sums do not depend on the number of workers.
#pragma once

#include <cstddef>

#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::linalg::norm2 {

inline constexpr int kPartials = 256;

struct Args {
    std::size_t size;  ///< of the array [reals]
};

template <class T>
struct Fields {
    double* partials;  // write (kPartials)
    const T* x;        // read  (size)
};

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: partials (write), x (read).
template <class T>
runtime::Codelet& codelet();

}  // namespace tasuki::linalg::norm2
