#include "pipeline.hpp"

namespace pipeline {
namespace {
constexpr int kThreads = 256;
static_assert(kThreads == kBins, "a thread for each bin");

struct Clear {
    Write<std::uint32_t> bins;
    TASUKI_HD void operator()(int bin) const { bins[bin] = 0; }
};

/// Each thread block counts in its own fast memory first.
__global__ void __launch_bounds__(kThreads)
    count_kernel(int count, Read<Byte> samples, Write<std::uint32_t> bins) {
    __shared__ unsigned own[kBins];
    const int bin = static_cast<int>(threadIdx.x);
    own[bin] = 0;
    __syncthreads();
    const int threads = static_cast<int>(gridDim.x) * kThreads;
    for (int i = static_cast<int>(blockIdx.x) * kThreads + bin; i < count;
         i += threads)
        atomicAdd(&own[smooth(samples, i, count)], 1U);
    __syncthreads();
    atomicAdd(&bins[bin], own[bin]);
}
}  // namespace

void Count::gpu(const Args& args, Read<Byte> samples, Write<std::uint32_t> bins,
                gpu::Stream stream) {
    gpu::for_each<kThreads>(stream, kBins, Clear{bins}, name);
    const int blocks = 1 + args.count / (16 * kThreads);
    count_kernel<<<blocks, kThreads, 0, stream>>>(args.count, samples, bins);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}
}  // namespace pipeline
