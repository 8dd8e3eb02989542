#include "pipeline.hpp"

/// A thread for each bin: a thread block counts in its own fast memory first.
__global__ void __launch_bounds__(kBins)
    count_kernel(std::size_t count, Read<Byte> samples,
                 Write<std::uint32_t> bins) {
    __shared__ unsigned own[kBins];
    const int bin = threadIdx.x;
    own[bin] = 0;
    __syncthreads();
    for (std::size_t i = blockIdx.x * kBins + bin; i < count;
         i += gridDim.x * kBins)
        atomicAdd(&own[smooth(samples, i, count)], 1U);
    __syncthreads();
    atomicAdd(&bins[bin], own[bin]);
}

void Count::gpu(const Args& args, Read<Byte> samples, Write<std::uint32_t> bins,
                gpu::Stream stream) {
    gpu::check(TASUKI_GPU_API(MemsetAsync)(bins.data(), 0,
                                           sizeof(unsigned[kBins]), stream),
               name);
    const int blocks = 1 + args.count / (16 * kBins);
    count_kernel<<<blocks, kBins, 0, stream>>>(args.count, samples, bins);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}
