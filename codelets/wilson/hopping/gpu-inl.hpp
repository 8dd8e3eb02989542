// Sweeps on the GPU: the kernel, and how its launch is found.
#pragma once

#include "codelets/wilson/hopping/hop-inl.hpp"
#include "codelets/wilson/hopping/launch_memory.hpp"
#include "codelets/wilson/hopping/site_access.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson {
namespace on_gpu {

/// Blocks that a multiprocessor must hold: what sets the register budget.
/// Measured on an H200, see docs/performance.md.
template <class T>
constexpr int min_blocks(int budget) {
    if (std::is_same_v<T, double>) return budget == 0 ? 3 : 4;
    if (std::is_same_v<T, float>) return budget == 0 ? 5 : 7;
    return budget == 0 ? 7 : 8;
}

/// One thread per site.  With two parities, half of a block takes even sites,
/// half the odd sites beside them: each link is used by both of its sites
/// while it is in the cache.
template <class T, int kLinkReals, int kParities, int kBudget>
__global__ void __launch_bounds__(kSweepThreads, min_blocks<T>(kBudget))
    sweep_kernel(Sweep sweep, SweepFields<T> fields, Launch launch) {
    using N = Compute<T>;
    constexpr Reuse links = kParities == 2 ? Reuse::cached : Reuse::once;
    constexpr int threads = kSweepThreads / kParities;
    const int thread = static_cast<int>(threadIdx.x);
    Cell cell;
    int lane;
    if (!place_thread(sweep.geometry, launch, threads,
                      static_cast<int>(blockIdx.x), thread % threads,
                      sweep.first_parity + thread / threads, cell, lane))
        return;
    const SiteAccess<T, kLinkReals, links> access{sweep, fields, cell, lane};
    Spinor<N> sum{};
    add_hopping(access, sum);
    N x[24], h[24];
    reals_of(sum, h);
    const N a = static_cast<N>(sweep.a), b = static_cast<N>(sweep.b);
    if (a != 0) {
        access.own_spinor(x);
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) h[k] = mul_add(b, h[k], a * x[k]);
    } else {
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) h[k] = b * h[k];
    }
    access.store(h);
}

template <class T, int kLinkReals, int kParities>
void launch_sweep(const Sweep& sweep, const SweepFields<T>& fields,
                  const Launch& launch, gpu::Stream stream) {
    constexpr int threads = kSweepThreads / kParities;
    const int blocks = (sweep.geometry.half_volume + threads - 1) / threads;
    if (launch.budget == 0)
        sweep_kernel<T, kLinkReals, kParities, 0>
            <<<blocks, kSweepThreads, 0, stream>>>(sweep, fields, launch);
    else
        sweep_kernel<T, kLinkReals, kParities, 1>
            <<<blocks, kSweepThreads, 0, stream>>>(sweep, fields, launch);
}

}  // namespace on_gpu

template <class T, int kLinkReals>
void launch_sweep(const Sweep& sweep, const SweepFields<T>& fields,
                  const Launch& launch, gpu::Stream stream) {
    if (sweep.parities == 2)
        on_gpu::launch_sweep<T, kLinkReals, 2>(sweep, fields, launch, stream);
    else
        on_gpu::launch_sweep<T, kLinkReals, 1>(sweep, fields, launch, stream);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "Wilson sweep");
}

template <class T, int kLinkReals>
LaunchMemory& launch_memory() {
    static LaunchMemory memory{number_name<T>(), kLinkReals};
    return memory;
}

template <class T, int kLinkReals>
void sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
               gpu::Stream stream) noexcept {
    launch_sweep<T, kLinkReals>(
        sweep, fields,
        launch_memory<T, kLinkReals>().find(sweep.geometry, sweep.parities),
        stream);
}

template <class T, int kLinkReals>
void tune_sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
                    gpu::Stream stream) noexcept {
    auto& memory = launch_memory<T, kLinkReals>();
    if (memory.is_tuned(sweep.geometry, sweep.parities)) return;
    gpu::Stopwatch watch;
    tune_launch(memory, sweep.geometry, sweep.parities,
                [&](const Launch& launch) {
                    watch.start(stream);
                    launch_sweep<T, kLinkReals>(sweep, fields, launch, stream);
                    return watch.stop(stream);
                });
}

}  // namespace tasuki::wilson

#define TASUKI_SWEEP_GPU(T, kLinkReals)                                     \
    template void tasuki::wilson::sweep_gpu<T, kLinkReals>(                 \
        const Sweep&, const SweepFields<T>&, tasuki::gpu::Stream) noexcept; \
    template void tasuki::wilson::tune_sweep_gpu<T, kLinkReals>(            \
        const Sweep&, const SweepFields<T>&, tasuki::gpu::Stream) noexcept;
