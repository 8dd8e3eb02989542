// The kernel on the GPU, with every knob of variant.hpp.
#pragma once

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/accelerate/launch.hpp"
#include "codelets/nbody/accelerate/pull_gpu-inl.hpp"

namespace tasuki::nbody::on_gpu {

/// Sums of so many pulls are added to the total at a time, so that rounding
/// grows with the root of the number of sums and not of pulls.
inline constexpr int kRunLength = 256;

/// Block: blockDim.x bodies times kBodies as targets, blockDim.y parts of the
/// sources.  Shared memory: a Source for each thread.
template <class N, Root kRoot, Staging kStaging, int kUnroll, int kBodies>
__global__ void __launch_bounds__(kMostThreads)
    accelerate_kernel(Pairs<N> pairs) {
    using F = typename N::Force;
    constexpr int kAtOnce = kUnroll < 2 ? 1 : 2;
    extern __shared__ uint4 shared_bytes[];
    const int lanes = static_cast<int>(blockDim.x);
    const int lane = static_cast<int>(threadIdx.x);
    const int part = static_cast<int>(threadIdx.y);
    const int parts = static_cast<int>(blockDim.y);
    const F eps2 = static_cast<F>(pairs.eps2);
    const long long first =
        static_cast<long long>(blockIdx.x) * lanes * kBodies + lane;
    Source<N> target[kBodies];
    Triple<F> total[kBodies];
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
#pragma unroll 1
            for (int m = 0; m < lanes; m += kUnroll)
#pragma unroll
                for (int u = 0; u < kUnroll; u += kAtOnce)
                    pull<kRoot, kAtOnce, kBodies>(tile + m + u, target, eps2,
                                                  sum);
#pragma unroll
            for (int k = 0; k < kBodies; ++k) {
                total[k].x += sum[k].x;
                total[k].y += sum[k].y;
                total[k].z += sum[k].z;
            }
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
            for (int k = 0; k < kBodies; ++k) {
                total[k].x += sum[k].x;
                total[k].y += sum[k].y;
                total[k].z += sum[k].z;
            }
        }
    }
    auto* const sums = reinterpret_cast<Triple<F>*>(shared_bytes);
#pragma unroll
    for (int k = 0; k < kBodies; ++k) {
        if (parts > 1) {
            __syncthreads();
            sums[part * lanes + lane] = total[k];
            __syncthreads();
        }
        if (part > 0) continue;
        Triple<F> a = total[k];
        for (int p = 1; p < parts; ++p) {
            const Triple<F> more = sums[p * lanes + lane];
            a.x += more.x;
            a.y += more.y;
            a.z += more.z;
        }
        const long long i = first + static_cast<long long>(k) * lanes;
        if (i >= pairs.targets) continue;
        if (pairs.add) {
            const Quad<F> before = pairs.acceleration[i];
            a.x += before.x;
            a.y += before.y;
            a.z += before.z;
        }
        pairs.acceleration[i] = {a.x, a.y, a.z, F(0)};
    }
}

template <class N, Root kRoot, Staging kStaging, int kUnroll, int kBodies>
void launch_kernel(const Pairs<N>& pairs, const Variant& v,
                   gpu::Stream stream) {
    const dim3 block(static_cast<unsigned>(v.threads / v.parts),
                     static_cast<unsigned>(v.parts));
    const unsigned per_block = block.x * kBodies;
    const unsigned blocks = (pairs.targets + per_block - 1) / per_block;
    const std::size_t bytes =
        static_cast<std::size_t>(v.threads) * sizeof(Source<N>);
    accelerate_kernel<N, kRoot, kStaging, kUnroll, kBodies>
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
