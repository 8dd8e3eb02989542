// What codelets/device/blas.hpp calls of BLAS and LAPACK, on imitated GPUs.  It
// counts what is made, and a destroyed handle that is used ends the process.
#pragma once

#include <atomic>
#include <cstdlib>

#include "runtime/gpu/gpu.hpp"
#include "tests/imitated/queue.hpp"

#define TASUKI_BLAS(name) imitated_blas##name
#define TASUKI_SOLVER(name) imitated_solver##name

namespace tasuki::test {

/// That of one of the libraries.
struct BlasHandle {
    static inline std::atomic<int> there{0}, made{0};
    gpu::Stream stream = nullptr;
    bool is_destroyed = false;
};

inline int create(BlasHandle** handle) {
    ++BlasHandle::there;
    ++BlasHandle::made;
    *handle = new BlasHandle;
    return 0;
}

inline int set_stream(BlasHandle* handle, gpu::Stream stream) {
    handle->stream = stream;
    return 0;
}

/// It stays, as what is used later would else go unnoticed.
inline int destroy(BlasHandle* handle) {
    if (handle->is_destroyed) std::abort();
    handle->is_destroyed = true;
    --BlasHandle::there;
    return 0;
}

}  // namespace tasuki::test

using imitated_blasHandle_t = tasuki::test::BlasHandle*;
using imitated_solverHandle_t = tasuki::test::BlasHandle*;

inline constexpr auto imitated_blasCreate = tasuki::test::create;
inline constexpr auto imitated_blasSetStream = tasuki::test::set_stream;
inline constexpr auto imitated_blasDestroy = tasuki::test::destroy;
inline constexpr auto imitated_solverCreate = tasuki::test::create;
inline constexpr auto imitated_solverSetStream = tasuki::test::set_stream;
inline constexpr auto imitated_solverDestroy = tasuki::test::destroy;

/// x = a x, of n numbers.
inline int imitated_blasScale(imitated_blasHandle_t handle, int n, double a,
                              double* x) {
    if (handle->is_destroyed) std::abort();
    tasuki::test::queue_on_host(handle->stream, [=] {
        for (int i = 0; i < n; ++i) x[i] *= a;
    });
    return 0;
}

/// The size of the work space of imitated_solverReverse().
inline int imitated_solverReverseSize(imitated_solverHandle_t, int n, double*,
                                      int* size) {
    *size = n;
    return 0;
}

/// Turns the order of n numbers around.
inline int imitated_solverReverse(imitated_solverHandle_t handle, int n,
                                  double* x, double* work, int size, int*) {
    if (handle->is_destroyed || size < n) std::abort();
    tasuki::test::queue_on_host(handle->stream, [=] {
        for (int i = 0; i < n; ++i) work[i] = x[n - 1 - i];
        for (int i = 0; i < n; ++i) x[i] = work[i];
    });
    return 0;
}
