// potential on the GPU: a thread for each target.
#include "codelets/nbody/accelerate/pull_gpu-inl.hpp"
#include "codelets/nbody/potential/potential.hpp"

namespace tasuki::nbody::potential {

namespace {

using on_gpu::Source;

constexpr std::uint32_t kThreads = 256;

template <class N, bool kAdd>
__global__ void __launch_bounds__(kThreads)
    potential_kernel(Args args, Fields<N> f) {
    using F = typename N::Force;
    constexpr std::uint32_t run = kRun;
    const bool same = f.target == f.source;
    const F eps2 = static_cast<F>(args.eps2);
    const std::uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= args.targets) return;
    double well = kAdd ? f.wells[i] : 0;
    const auto target = on_gpu::load<N>(f.target, i);
    for (std::uint32_t start = 0; start < args.sources; start += run) {
        const std::uint32_t end =
            args.sources - start < run ? args.sources : start + run;
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
    f.wells[i] = well;
}

}  // namespace

template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream) {
    potential_kernel<N, kAdd>
        <<<(args.targets + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
            args, fields);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "potential");
}

#define TASUKI_INSTANTIATE(N)                                      \
    template void run_gpu<N, false>(const Args&, const Fields<N>&, \
                                    gpu::Stream);                  \
    template void run_gpu<N, true>(const Args&, const Fields<N>&, gpu::Stream);
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::potential
