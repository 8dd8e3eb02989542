// potential on the GPU: a block for each group, a thread for each target.
#include "codelets/nbody/accelerate/pull_gpu-inl.hpp"
#include "codelets/nbody/potential/potential.hpp"

namespace tasuki::nbody::potential {

namespace {

using on_gpu::Source;

/// Terms that are added in the precision of the forces, before the sum goes on
/// in double.
constexpr std::uint32_t kRun = 64;

template <class N, bool kAdd>
__global__ void __launch_bounds__(kGroup)
    potential_kernel(Args args, Fields<N> f) {
    using F = typename N::Force;
    __shared__ double sums[kGroup];
    const bool same = f.target == f.source;
    const F eps2 = static_cast<F>(args.eps2);
    const std::uint32_t i = blockIdx.x * kGroup + threadIdx.x;
    double well = 0;
    if (i < args.targets) {
        const auto target = on_gpu::load<N>(f.target, i);
        for (std::uint32_t start = 0; start < args.sources; start += kRun) {
            const std::uint32_t end =
                args.sources - start < kRun ? args.sources : start + kRun;
            F sum = 0;
            for (std::uint32_t j = start; j < end; ++j) {
                const auto source = on_gpu::load<N>(f.source, j);
                const auto d = source.from(target);
                const F s = fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, eps2)));
                const F more = source.mass() * gpu::rsqrt_library(s);
                sum += same && i == j ? F(0) : more;
            }
            well += sum;
        }
        well *= -static_cast<double>(f.target[i].w);
    }
    sums[threadIdx.x] = well;
    // A tree in a fixed order: the same bits in every run.
    for (unsigned width = kGroup / 2; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    }
    if (threadIdx.x == 0) {
        double& out = f.sums[blockIdx.x];
        out = kAdd ? out + sums[0] : sums[0];
    }
}

}  // namespace

template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields,
             gpu::Stream stream) noexcept {
    potential_kernel<N, kAdd>
        <<<groups(args.targets), kGroup, 0, stream>>>(args, fields);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "potential");
}

#define TASUKI_INSTANTIATE(N)                                      \
    template void run_gpu<N, false>(const Args&, const Fields<N>&, \
                                    gpu::Stream) noexcept;         \
    template void run_gpu<N, true>(const Args&, const Fields<N>&,  \
                                   gpu::Stream) noexcept;
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::potential
