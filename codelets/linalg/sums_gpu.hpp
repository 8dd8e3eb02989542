// Loops over elements, with and without sums, and totals of these, on the GPU.
// For gpu.cpp alone.
#pragma once

#include "codelets/linalg/partial_sums.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::linalg {

inline constexpr int kSumThreads = 256;

/// Adds up in a tree of fixed order: the same bits in every run.  All threads
/// of the block call; sums[0] is then the total.
TASUKI_DEVICE void add_up(double* sums) {
    for (int width = kSumThreads / 2; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    }
    __syncthreads();
}

/// A thread block for each part.
template <int kSums, class Body>
__global__ void __launch_bounds__(kSumThreads)
    sum_parts(std::size_t size, double* partials, Body body) {
    __shared__ double shared[kSums][kSumThreads];
    const std::size_t end = part_begin(size, blockIdx.x + 1);
    Sums<kSums> own{};
    for (std::size_t i = part_begin(size, blockIdx.x) + threadIdx.x; i < end;
         i += kSumThreads) {
        const Sums<kSums> sums = body(i);
        for (int s = 0; s < kSums; ++s) own.v[s] += sums.v[s];
    }
    for (int s = 0; s < kSums; ++s) {
        shared[s][threadIdx.x] = own.v[s];
        add_up(shared[s]);
        if (threadIdx.x == 0)
            partials[s * kPartials + blockIdx.x] = shared[s][0];
    }
}

/// As sum_on_cpu().
template <int kSums, class Body>
void sum_on_gpu(std::size_t size, double* partials, const Body& body,
                gpu::Stream stream, const char* name) noexcept {
    sum_parts<kSums>
        <<<kPartials, kSumThreads, 0, stream>>>(size, partials, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

template <class Body>
__global__ void __launch_bounds__(kSumThreads)
    change(std::size_t size, Body body) {
    const std::size_t i = std::size_t{blockIdx.x} * kSumThreads + threadIdx.x;
    if (i < size) body(i);
}

/// As change_on_cpu(); `size` is above 0.
template <class Body>
void change_on_gpu(std::size_t size, const Body& body, gpu::Stream stream,
                   const char* name) noexcept {
    const auto blocks =
        static_cast<unsigned>((size + kSumThreads - 1) / kSumThreads);
    change<<<blocks, kSumThreads, 0, stream>>>(size, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

static_assert(kSumThreads == kPartials, "a thread for each partial sum");

template <class Body>
__global__ void __launch_bounds__(kSumThreads)
    with_totals(Partials a, Partials b, Body body) {
    __shared__ double sums[kSumThreads];
    double totals[kMostTotals] = {};
    int count = 0;
    for (const Partials* partials : {&a, &b})
        for (std::size_t k = 0; k < partials->size(); k += kPartials) {
            sums[threadIdx.x] = (*partials)[k + threadIdx.x];
            add_up(sums);
            totals[count++] = sums[0];
            __syncthreads();
        }
    if (threadIdx.x == 0) body(totals);
}

/// As with_totals_on_cpu().
template <class Body>
void with_totals_on_gpu(const Body& body, gpu::Stream stream, const char* name,
                        Partials a, Partials b = {}) noexcept {
    with_totals<<<1, kSumThreads, 0, stream>>>(a, b, body);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

}  // namespace tasuki::linalg
