// norm2 on the GPU: one thread block per partial sum.
#include "codelets/linalg/norm2/norm2.hpp"

namespace tasuki::linalg::norm2 {

namespace {

constexpr int kThreads = 256;

template <class T>
__global__ void __launch_bounds__(kThreads)
    partial_sums(std::size_t size, const T* x, double* partials) {
    __shared__ double sums[kThreads];
    const std::size_t begin = size * blockIdx.x / kPartials;
    const std::size_t end = size * (blockIdx.x + 1) / kPartials;
    double sum = 0;
    for (std::size_t i = begin + threadIdx.x; i < end; i += kThreads) {
        const double v = x[i];
        sum += v * v;
    }
    sums[threadIdx.x] = sum;
    // A tree in a fixed order: the same bits in every run.
    for (int width = kThreads / 2; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    }
    if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

}  // namespace

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    partial_sums<<<kPartials, kThreads, 0, stream>>>(args.size, fields.x.data(),
                                                     fields.partials.data());
    gpu::check(TASUKI_GPU_API(GetLastError)(), "norm2");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream) noexcept;
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream) noexcept;

}  // namespace tasuki::linalg::norm2
