// Sweeps on the GPU: the kernel, and how its launch is found.
#pragma once

#include "codelets/device/instructions.hpp"
#include "codelets/wilson/hopping/forms.hpp"
#include "codelets/wilson/hopping/hop-inl.hpp"
#include "codelets/wilson/hopping/launch_memory.hpp"
#include "codelets/wilson/hopping/pair_access.hpp"
#include "codelets/wilson/hopping/site_order.hpp"
#include "codelets/wilson/hopping/sweep_gpu.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson {
namespace on_gpu {

/// Blocks that a multiprocessor must hold; they set the register budget.
/// Measured on an H200, see docs/experiments.md.
template <class T>
constexpr int min_blocks(int budget, int columns = 1) {
    if (columns == 2) {
        if (std::is_same_v<T, double>) return budget == 0 ? 2 : 3;
        return budget == 0 ? 4 : 5;
    }
    if (std::is_same_v<T, double>) return budget == 0 ? 3 : 4;
    if (std::is_same_v<T, float>) return budget == 0 ? 5 : 7;
    return budget == 0 ? 7 : 8;
}

template <class T, int kParities>
TASUKI_DEVICE Factors<Compute<T>> factors_of(const Sweep& sweep) {
    using N = Compute<T>;
    constexpr bool twists = kParities == 1;
    return {static_cast<N>(sweep.a),
            static_cast<N>(sweep.b),
            sweep.a != 0,
            false,
            static_cast<N>(sweep.twist_x),
            static_cast<N>(sweep.twist_h),
            twists && sweep.twist_x != 0,
            twists && sweep.twist_h != 0};
}

/// One thread per site.  With two parities, half of a block takes even sites,
/// half the odd sites beside them: each link is used by both of its sites
/// while it is in the cache.  With two columns a thread takes both of its
/// site; there the parts of a block have other columns of the same sites, which
/// read the same links from the L1 cache, and the blocks beside it have the
/// rest.
/// @param parts  of a block of threads
template <class T, int kLinkReals, int kParities, int kColumns, int kBudget,
          bool kSwapped>
__global__ void __launch_bounds__(
    kSweepThreads,
    gpu::together(kSweepThreads, min_blocks<T>(kBudget, kColumns)))
    sweep_kernel(Sweep sweep, SweepFields<T> fields, SiteOrder order,
                 int parts) {
    using N = Compute<T>;
    constexpr bool alone = kParities == 1 && kColumns == 1;
    using Access =
        SiteAccess<T, kLinkReals, alone ? Reuse::once : Reuse::cached, kSwapped,
                   kParities == 1>;
    if constexpr (kColumns == 1) parts = kParities;
    const int threads = kSweepThreads / parts;
    const int groups = kColumns == 1 ? 1 : sweep.columns / kColumns / parts;
    const int block = static_cast<int>(blockIdx.x);
    const int thread = static_cast<int>(threadIdx.x);
    const int part = thread / threads;
    Cell cell;
    int lane;
    if (!order.place(block / groups, thread % threads,
                     sweep.first_parity + (kParities == 2 ? part : 0), cell,
                     lane))
        return;
    const auto factors = factors_of<T, kParities>(sweep);
    if constexpr (kColumns == 1) {
        const Access access{sweep, fields, cell, lane};
        Spinor<N> sum{};
        add_hopping(access, sum);
        store_sum(access, factors, sum);
    } else {
        const int pair = block % groups * parts + part;
        const auto one = fields.column(sweep.geometry, 2 * pair),
                   other = fields.column(sweep.geometry, 2 * pair + 1);
        const Access first{sweep, one, cell, lane},
            second{sweep, other, cell, lane};
        Spinor<Pair<N>> sum{};
        add_hopping(PairAccess<Access>{first, second}, sum);
        store_sum(first, factors, column_of<0>(sum));
        store_sum(second, factors, column_of<1>(sum));
    }
}

/// Both parities, several steps in t by each thread, from one parity to the
/// other: the term of a site for the next in t, U_t^dagger psi, is computed
/// with the link that the site itself has loaded, and kept in shared memory.
/// So a site reads seven links instead of eight.
template <class T, int kLinkReals, int kBudget, bool kSwapped>
__global__ void __launch_bounds__(kSweepThreads,
                                  gpu::together(kSweepThreads,
                                                min_blocks<T>(kBudget)))
    march_kernel(Sweep sweep, SweepFields<T> fields, SiteOrder order) {
    using N = Compute<T>;
    using Access = SiteAccess<T, kLinkReals, Reuse::cached, kSwapped, false>;
    __shared__ N carried[12][kSweepThreads];
    constexpr int threads = kSweepThreads / 2;
    const int thread = static_cast<int>(threadIdx.x);
    Cell cell;
    int lane;
    if (!order.place(static_cast<int>(blockIdx.x), thread % threads,
                     thread / threads, cell, lane))
        return;
    for (int step = 0; step < order.steps(); ++step) {
        const Access access{sweep, fields, cell, lane};
        Spinor<N> sum{};
        if (step == 0) {
            add_backward<kT>(access, sum);
        } else {
            TASUKI_UNROLL(6)
            for (int k = 0; k < 6; ++k)
                sum.s[k / 3][k % 3] = {carried[2 * k][thread],
                                       carried[2 * k + 1][thread]};
        }
        add_space(access, sum);
        const auto u = access.template link_here<kT>();
        access.template visit<kT, +1>([&](const auto& near) {
            add_product<kT, -1>(sum, u, near.half_spinor(), near.factor());
        });
        // Before the sum is stored: the next step needs the registers of u.
        const Cell next{cell.xh, cell.y, cell.z, cell.t + 1, 1 - cell.parity};
        if (step + 1 < order.steps())
            Access{sweep, fields, next, lane}.template visit<kT, -1>(
                [&](const auto& near) {
                    Spinor<N> given{};
                    reconstruct<kT, +1>(given,
                                        multiply_adjoint(u, near.half_spinor()),
                                        near.factor());
                    TASUKI_UNROLL(6)
                    for (int k = 0; k < 6; ++k) {
                        const Complex<N>& z = given.s[k / 3][k % 3];
                        carried[2 * k][thread] = z.re;
                        carried[2 * k + 1][thread] = z.im;
                    }
                });
        store_sum(access, factors_of<T, 2>(sweep), sum);
        cell = next;
    }
}

template <class T, int kLinkReals, int kParities, int kBudget, bool kSwapped>
void launch_sweep(const Sweep& sweep, const SweepFields<T>& fields,
                  const Launch& launch, gpu::Stream stream) {
    const SweepShape shape{kParities, sweep.columns};
    const SiteOrder order{sweep.geometry, launch, shape};
    auto rest = fields;
    if constexpr (kParities == 2) {
        if (launch.steps > 1) {
            march_kernel<T, kLinkReals, kBudget, kSwapped>
                <<<order.blocks(), kSweepThreads, 0, stream>>>(sweep, fields,
                                                               order);
            return;
        }
    } else if (sweep.columns > 1) {
        const int groups = sweep.columns / 2 / shape.together();
        sweep_kernel<T, kLinkReals, kParities, 2, kBudget, kSwapped>
            <<<order.blocks() * groups, kSweepThreads, 0, stream>>>(
                sweep, fields, order, shape.together());
        if (sweep.columns % 2 == 0) return;
        rest = fields.column(sweep.geometry, sweep.columns - 1);
    }
    sweep_kernel<T, kLinkReals, kParities, 1, kBudget, kSwapped>
        <<<order.blocks(), kSweepThreads, 0, stream>>>(sweep, rest, order,
                                                       kParities);
}

template <class T, int kLinkReals, int kParities, int kBudget>
void launch_sweep(const Sweep& sweep, const SweepFields<T>& fields,
                  const Launch& launch, gpu::Stream stream) {
    if constexpr (std::is_same_v<T, Fixed16>)
        if (sweep.dagger) {
            launch_sweep<T, kLinkReals, kParities, kBudget, true>(
                sweep, fields, launch, stream);
            return;
        }
    launch_sweep<T, kLinkReals, kParities, kBudget, false>(sweep, fields,
                                                           launch, stream);
}

template <class T, int kLinkReals, int kParities>
void launch_sweep(const Sweep& sweep, const SweepFields<T>& fields,
                  const Launch& launch, gpu::Stream stream) {
    if (launch.budget == 0)
        launch_sweep<T, kLinkReals, kParities, 0>(sweep, fields, launch,
                                                  stream);
    else
        launch_sweep<T, kLinkReals, kParities, 1>(sweep, fields, launch,
                                                  stream);
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

inline SweepShape shape_of(const Sweep& sweep) {
    return {sweep.parities, sweep.columns};
}

namespace forms {

template <class T, int kLinkReals>
void sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
               gpu::Stream stream) {
    launch_sweep<T, kLinkReals>(
        sweep, fields,
        launch_memory<T, kLinkReals>().find(sweep.geometry, shape_of(sweep)),
        stream);
}

template <class T, int kLinkReals>
void tune_sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
                    gpu::Stream stream) {
    auto& memory = launch_memory<T, kLinkReals>();
    if (memory.is_tuned(sweep.geometry, shape_of(sweep))) return;
    gpu::Stopwatch watch;
    tune_launch(memory, sweep.geometry, shape_of(sweep),
                [&](const Launch& launch) {
                    watch.start(stream);
                    launch_sweep<T, kLinkReals>(sweep, fields, launch, stream);
                    return watch.stop(stream);
                });
}

}  // namespace forms
}  // namespace tasuki::wilson

#define TASUKI_SWEEP_GPU(T, kLinkReals)                                 \
    template void tasuki::wilson::forms::sweep_gpu<T, kLinkReals>(      \
        const Sweep&, const SweepFields<T>&, tasuki::gpu::Stream);      \
    template void tasuki::wilson::forms::tune_sweep_gpu<T, kLinkReals>( \
        const Sweep&, const SweepFields<T>&, tasuki::gpu::Stream);
