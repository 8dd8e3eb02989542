// Loops over elements, with and without sums, and totals of these, on the GPU.
// For gpu.cpp alone.
#pragma once

#include <type_traits>

#include "codelets/device/instructions.hpp"
#include "codelets/linalg/partial_sums.hpp"
#include "codelets/wilson/layout.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::linalg {

inline constexpr int kSumThreads = 256;

/// Threads for each part of a pass with sums over elements of `kReals` reals.
/// A column has only kPartials parts, and their threads must wait for enough
/// memory at once: with 256 threads, cg_update in single precision took twice
/// as long on an H100.  Sites in fixed point take too many registers for more.
template <class T, int kReals>
inline constexpr int kPassThreads =
    std::is_same_v<T, wilson::Fixed16> ? kSumThreads : 1024 / kReals;

/// Adds up in a tree of fixed order: the same bits in every run.  All threads
/// of the block call; sums[0] is then the total.
template <int kThreads = kSumThreads>
TASUKI_DEVICE void add_up(double* sums) {
    for (int width = kThreads / 2; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    }
    __syncthreads();
}

/// A thread block for each part of each column.
/// @param size  of a column
template <int kSums, int kThreads, class Body>
__global__ void __launch_bounds__(kThreads)
    sum_parts(std::size_t size, double* partials, Body body) {
    __shared__ double shared[kSums][kThreads];
    const unsigned column = blockIdx.y;
    const std::size_t first = column * size;
    const std::size_t end = first + part_begin(size, blockIdx.x + 1);
    Sums<kSums> own{};
    for (std::size_t i = first + part_begin(size, blockIdx.x) + threadIdx.x;
         i < end; i += kThreads) {
        const Sums<kSums> sums = body(column, i);
        for (int s = 0; s < kSums; ++s) own.v[s] += sums.v[s];
    }
    for (int s = 0; s < kSums; ++s) {
        shared[s][threadIdx.x] = own.v[s];
        add_up<kThreads>(shared[s]);
        if (threadIdx.x == 0)
            partials[(column * kSums + s) * kPartials + blockIdx.x] =
                shared[s][0];
    }
}

/// Calls body(c, i), which returns Sums<kSums>, for the elements i of each
/// column c.
/// @param size  of the fields [elements]
template <int kSums, int kThreads, class Body>
void sum_columns_on_gpu(std::size_t size, runtime::Write<double> partials,
                        const Body& body, gpu::Stream stream,
                        const char* name) {
    const auto columns = static_cast<unsigned>(columns_in(partials, kSums));
    sum_parts<kSums, kThreads>
        <<<dim3(kPartials, columns), kThreads, 0, stream>>>(size / columns,
                                                            partials, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

/// A body for which all columns are alike.
template <class Body>
struct OfAnyColumn {
    Body body;
    TASUKI_HD auto operator()(unsigned, std::size_t i) const { return body(i); }
};

/// As sum_on_cpu() of all columns.
template <int kSums, int kThreads, class Body>
void sum_on_gpu(std::size_t size, runtime::Write<double> partials,
                const Body& body, gpu::Stream stream, const char* name) {
    sum_columns_on_gpu<kSums, kThreads>(size, partials, OfAnyColumn<Body>{body},
                                        stream, name);
}

/// @tparam kTogether  blocks that a multiprocessor must hold; 0: any number
/// @param size  of a column
template <int kTogether, class Body>
__global__ void __launch_bounds__(kSumThreads,
                                  gpu::together(kSumThreads, kTogether))
    change(std::size_t size, Body body) {
    const std::size_t i = std::size_t{blockIdx.x} * kSumThreads + threadIdx.x;
    if (i < size) body(blockIdx.y, blockIdx.y * size + i);
}

/// Calls body(c, i) for the elements i of each column c.
/// @param size  of the fields [elements], above 0
template <int kTogether = 0, class Body>
void change_columns_on_gpu(std::size_t columns, std::size_t size,
                           const Body& body, gpu::Stream stream,
                           const char* name) {
    size /= columns;
    const dim3 blocks(
        static_cast<unsigned>((size + kSumThreads - 1) / kSumThreads),
        static_cast<unsigned>(columns));
    change<kTogether><<<blocks, kSumThreads, 0, stream>>>(size, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

/// Calls body(i) for i in [0, size); `size` is above 0.
template <int kTogether = 0, class Body>
void change_on_gpu(std::size_t size, const Body& body, gpu::Stream stream,
                   const char* name) {
    change_columns_on_gpu<kTogether>(1, size, OfAnyColumn<Body>{body}, stream,
                                     name);
}

static_assert(kSumThreads == kPartials, "a thread for each partial sum");

/// A thread block for each column.
template <class Body>
__global__ void __launch_bounds__(kSumThreads)
    with_totals(Partials a, Partials b, Body body) {
    __shared__ double sums[kSumThreads];
    double totals[kMostTotals] = {};
    int count = 0;
    for (const Partials* partials : {&a, &b}) {
        const std::size_t size = partials->size() / gridDim.x;
        for (std::size_t k = 0; k < size; k += kPartials) {
            sums[threadIdx.x] =
                (*partials)[blockIdx.x * size + k + threadIdx.x];
            add_up(sums);
            totals[count++] = sums[0];
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) body(blockIdx.x, totals);
}

/// As with_totals_on_cpu().
template <class Body>
void with_totals_on_gpu(std::size_t columns, const Body& body,
                        gpu::Stream stream, const char* name, Partials a,
                        Partials b = {}) {
    with_totals<<<static_cast<unsigned>(columns), kSumThreads, 0, stream>>>(
        a, b, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

}  // namespace tasuki::linalg
