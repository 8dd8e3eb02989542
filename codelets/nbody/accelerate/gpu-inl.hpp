// The kernel on the GPU, with every knob of variant.hpp.
#pragma once

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/accelerate/launch.hpp"
#include "codelets/nbody/accelerate/pull_gpu-inl.hpp"

namespace tasuki::nbody::on_gpu {

/// Sums of so many pulls are added to the total at a time, so that rounding
/// grows with the root of the number of sums and not of pulls.
inline constexpr int kRunLength = 256;

template <class F>
TASUKI_DEVICE void add_to(Triple<F>& sum, const Triple<F>& more) {
    sum.x += more.x;
    sum.y += more.y;
    sum.z += more.z;
}
TASUKI_DEVICE void add_to(double& sum, double more) {
    sum += more;
}

/// What the parts of a block have for the same body, added in their order; in
/// the first part.  All threads call.
/// @param shared  a T for each thread
template <class T>
TASUKI_DEVICE T sum_of_parts(const T& own, void* shared) {
    const unsigned lanes = blockDim.x, parts = blockDim.y;
    if (parts == 1) return own;
    auto* const its = static_cast<T*>(shared) + threadIdx.x;
    __syncthreads();
    its[threadIdx.y * lanes] = own;
    __syncthreads();
    T sum = own;
    if (threadIdx.y == 0)
        for (unsigned p = 1; p < parts; ++p) add_to(sum, its[p * lanes]);
    return sum;
}

/// The wells of a run of sources without that of one of them.
template <Root kRoot, class N, class F = typename N::Force>
TASUKI_DEVICE F wells_without(const Source<N>* run, int length, int left_out,
                              const Source<N>& target, F eps2) {
    F sum = 0;
#pragma unroll 1
    for (int j = 0; j < length; ++j) {
        Triple<F> pulled{};
        F more = sum;
        pull<kRoot, 1, 1, true>(run + j, &target, eps2, &pulled, &more);
        if (j != left_out) sum = more;
    }
    return sum;
}

/// Block: blockDim.x bodies times kBodies as targets, blockDim.y parts of the
/// sources.  Shared memory: a Source for each thread.
template <class N, Root kRoot, Staging kStaging, int kUnroll, int kBodies,
          bool kWells = false>
__global__ void __launch_bounds__(kMostThreads)
    accelerate_kernel(Pairs<N> pairs) {
    using F = typename N::Force;
    constexpr int kAtOnce = kUnroll < 2 ? 1 : 2;
    extern __shared__ uint4 shared_bytes[];
    const int lanes = static_cast<int>(blockDim.x);
    const int lane = static_cast<int>(threadIdx.x);
    const int part = static_cast<int>(threadIdx.y);
    const int parts = static_cast<int>(blockDim.y);
    constexpr int kLongestRun = kRun;
    static_assert(!kWells ||
                  (kStaging == Staging::shared && kLongestRun % kUnroll == 0));
    [[maybe_unused]] const int run = lanes < kLongestRun ? lanes : kLongestRun;
    [[maybe_unused]] const bool same = pairs.target == pairs.source;
    const F eps2 = static_cast<F>(pairs.eps2);
    const long long first =
        static_cast<long long>(blockIdx.x) * lanes * kBodies + lane;
    Source<N> target[kBodies];
    Triple<F> total[kBodies];
    [[maybe_unused]] double wells[kBodies] = {};
#pragma unroll
    for (int k = 0; k < kBodies; ++k) {
        const long long i = first + static_cast<long long>(k) * lanes;
        target[k] = load<N>(pairs.target, i < pairs.targets ? i : 0);
        total[k] = {};
    }
    if constexpr (kStaging == Staging::shared) {
        auto* const tiles = reinterpret_cast<Source<N>*>(shared_bytes);
        Source<N>* const tile = tiles + part * lanes;
        const long long round = static_cast<long long>(lanes) * parts;
        for (long long start = 0; start < pairs.sources; start += round) {
            const long long j = start + part * lanes + lane;
            const auto body = j < pairs.sources ? load<N>(pairs.source, j)
                                                : Source<N>::padding();
            __syncthreads();
            tile[lane] = body;
            __syncthreads();
            Triple<F> sum[kBodies] = {};
            F of_run[kBodies] = {};
#pragma unroll 1
            for (int m = 0; m < lanes; m += kUnroll) {
#pragma unroll
                for (int u = 0; u < kUnroll; u += kAtOnce)
                    pull<kRoot, kAtOnce, kBodies, kWells>(tile + m + u, target,
                                                          eps2, sum, of_run);
                if constexpr (kWells) {
                    const int next = m + kUnroll;
                    if ((next & (run - 1)) != 0) continue;
                    const int begin = next - run;
#pragma unroll
                    for (int k = 0; k < kBodies; ++k) {
                        const long long own =
                            first + static_cast<long long>(k) * lanes -
                            (start + part * lanes + begin);
                        // Without softening its own would swallow the others.
                        if (same && own >= 0 && own < run)
                            of_run[k] = wells_without<kRoot>(
                                tile + begin, run, static_cast<int>(own),
                                target[k], eps2);
                        wells[k] += of_run[k];
                        of_run[k] = 0;
                    }
                }
            }
#pragma unroll
            for (int k = 0; k < kBodies; ++k) add_to(total[k], sum[k]);
        }
    } else {
        const long long share = (pairs.sources + parts - 1) / parts;
        const long long begin = share * part;
        const long long end = begin + share < pairs.sources
                                  ? begin + share
                                  : static_cast<long long>(pairs.sources);
        for (long long run = begin; run < end; run += kRunLength) {
            const int length = static_cast<int>(
                end - run < kRunLength ? end - run : kRunLength);
            const auto* const source = pairs.source + run;
            Triple<F> sum[kBodies] = {};
            int m = 0;
#pragma unroll 1
            for (; m + kUnroll <= length; m += kUnroll)
#pragma unroll
                for (int u = 0; u < kUnroll; u += kAtOnce) {
                    Source<N> bodies[kAtOnce];
#pragma unroll
                    for (int k = 0; k < kAtOnce; ++k)
                        bodies[k] = load<N>(source, m + u + k);
                    pull<kRoot, kAtOnce, kBodies>(bodies, target, eps2, sum);
                }
#pragma unroll 1
            for (; m < length; ++m) {
                const auto body = load<N>(source, m);
                pull<kRoot, 1, kBodies>(&body, target, eps2, sum);
            }
#pragma unroll
            for (int k = 0; k < kBodies; ++k) add_to(total[k], sum[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < kBodies; ++k) {
        Triple<F> a = sum_of_parts(total[k], shared_bytes);
        [[maybe_unused]] double well = 0;
        if constexpr (kWells) well = sum_of_parts(wells[k], shared_bytes);
        const long long i = first + static_cast<long long>(k) * lanes;
        if (part > 0 || i >= pairs.targets) continue;
        if constexpr (kWells) {
            pairs.wells[i] = pairs.add ? pairs.wells[i] + well : well;
            if (pairs.acceleration == nullptr) continue;
        }
        if (pairs.add) {
            const Quad<F> before = pairs.acceleration[i];
            add_to(a, Triple<F>{before.x, before.y, before.z});
        }
        pairs.acceleration[i] = {a.x, a.y, a.z, F(0)};
    }
}

template <class N, Root kRoot, Staging kStaging, int kUnroll, int kBodies,
          bool kWells = false>
void launch_kernel(const Pairs<N>& pairs, const Variant& v,
                   gpu::Stream stream) {
    const dim3 block(static_cast<unsigned>(v.threads / v.parts),
                     static_cast<unsigned>(v.parts));
    const unsigned per_block = block.x * kBodies;
    const unsigned blocks = (pairs.targets + per_block - 1) / per_block;
    const std::size_t bytes =
        static_cast<std::size_t>(v.threads) * sizeof(Source<N>);
    accelerate_kernel<N, kRoot, kStaging, kUnroll, kBodies, kWells>
        <<<blocks, block, bytes, stream>>>(pairs);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "accelerate");
}

template <class N, Root kRoot, Staging kStaging, int kUnroll>
Launcher<N> find_for_bodies(int bodies) {
    switch (bodies) {
        case 1:
            return launch_kernel<N, kRoot, kStaging, kUnroll, 1>;
        case 2:
            return launch_kernel<N, kRoot, kStaging, kUnroll, 2>;
        default:
            return launch_kernel<N, kRoot, kStaging, kUnroll, 4>;
    }
}

template <class N>
void launch_with_wells(const Pairs<N>& pairs, const Variant& v,
                       gpu::Stream stream) {
    launch_kernel<N, Root::approx, Staging::shared, 8, 2, true>(pairs, v,
                                                                stream);
}

template <class N>
Launcher<N> find_usual(const Variant& v) {
    if (!is_usual(v, most_unroll<N>())) return nullptr;
    constexpr auto root = Root::approx;
    constexpr auto staging = Staging::shared;
    if constexpr (most_unroll<N>() >= 32) {
        if (v.unroll == 16)
            return find_for_bodies<N, root, staging, 16>(v.bodies);
        if (v.unroll == 32)
            return find_for_bodies<N, root, staging, 32>(v.bodies);
    } else if (v.unroll == 4) {
        return find_for_bodies<N, root, staging, 4>(v.bodies);
    }
    return find_for_bodies<N, root, staging, 8>(v.bodies);
}

}  // namespace tasuki::nbody::on_gpu
