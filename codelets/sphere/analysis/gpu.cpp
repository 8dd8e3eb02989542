// analysis on the GPU: a block for each order, in it a warp for some groups of
// latitudes and a lane for each pair of a group.  Sums over the lanes go by
// halves: of 16 sums that are needed, each lane keeps half as many after each
// exchange, so that the exchange of a sum costs little more than its addition.
#include "codelets/device/unroll.hpp"
#include "codelets/sphere/analysis/analysis.hpp"
#include "runtime/gpu/lanes.hpp"

namespace tasuki::sphere::analysis {

namespace {

/// Steps of terms whose sums wait in shared memory for those of other warps.
constexpr int kStepsTogether = 8;
constexpr int kTile = kStepsTogether * kTermStep;
static_assert(kTile == gpu::kLanes);  // a lane loads one term of it
/// Of a block, with 168 registers for each lane.
constexpr std::uint32_t kMostWarps = 12;
constexpr int kSums = 4 * kTermStep;  ///< of one step
static_assert(kSums == gpu::kLanes / 2);

struct Pairs {
    double q0, q1, mu2;
    double even_re, even_im, odd_re, odd_im;
};

/// The sums of two lanes for half of kCount values, which half by bit kBit of
/// the lane.
template <int kBit, int kCount>
TASUKI_DEVICE void halve(double (&x)[kSums]) {
    const bool upper = (gpu::lane() & kBit) != 0;
    TASUKI_UNROLL(8)
    for (int k = 0; k < kCount / 2; ++k) {
        const double keep = upper ? x[k + kCount / 2] : x[k];
        const double give = upper ? x[k] : x[k + kCount / 2];
        x[k] = keep + gpu::from_lane_xor(give, kBit);
    }
}

/// The sum over the lanes of value lane / 2.
TASUKI_DEVICE double sum_over_lanes(double (&x)[kSums]) {
    halve<16, 16>(x);
    halve<8, 8>(x);
    halve<4, 4>(x);
    halve<2, 2>(x);
    return x[0] + gpu::from_lane_xor(x[0], 1);
}

/// One step of terms of groups [kFirst, kGroups).
template <int kFirst, int kGroups>
TASUKI_DEVICE double sums_of_step(const double2* step, Pairs (&at)[kGroups]) {
    double x[kSums];
    TASUKI_UNROLL(4)
    for (int k = 0; k < kTermStep; ++k) {
        const double2 s = step[k];
        double even_re = 0, even_im = 0, odd_re = 0, odd_im = 0;
        TASUKI_UNROLL(8)
        for (int g = kFirst; g < kGroups; ++g) {
            Pairs& p = at[g];
            double& q = k % 2 == 0 ? p.q0 : p.q1;
            const double after = k % 2 == 0 ? p.q1 : p.q0;
            even_re = fma(p.even_re, q, even_re);
            even_im = fma(p.even_im, q, even_im);
            odd_re = fma(p.odd_re, q, odd_re);
            odd_im = fma(p.odd_im, q, odd_im);
            q = fma(fma(s.x, p.mu2, s.y), after, -q);
        }
        x[4 * k] = even_re;
        x[4 * k + 1] = even_im;
        x[4 * k + 2] = odd_re;
        x[4 * k + 3] = odd_im;
    }
    return sum_over_lanes(x);
}

/// The same where group kFirst is not the first for all steps.
template <int kFirst, int kGroups>
TASUKI_DEVICE double sums_from(int l, const int (&first)[kGroups],
                               const double2* step, Pairs (&at)[kGroups]) {
    if constexpr (kFirst + 1 < kGroups) {
        if (l < first[kFirst]) return sums_from<kFirst + 1>(l, first, step, at);
    }
    return sums_of_step<kFirst>(step, at);
}

/// Groups [begin, args.groups), or as many as the warps take.
template <int kGroups, bool kAdd>
__global__ void __launch_bounds__(kMostWarps* gpu::kLanes)
    analyze(Args args, Fields f, std::uint32_t begin) {
    extern __shared__ double shared[];  // (2, warps, kStepsTogether, kSums)
    const std::uint32_t r = blockIdx.x, field = blockIdx.y;
    const int warps = static_cast<int>(blockDim.x) / gpu::kLanes;
    const int warp = static_cast<int>(threadIdx.x) / gpu::kLanes;
    const Order order = f.order[r];
    const auto* const north = reinterpret_cast<const double2*>(
        f.fourier + std::size_t{field} * 2 * args.pairs * args.pitch + r);
    Pairs at[kGroups];
    int first[kGroups];
    TASUKI_UNROLL(8)
    for (int g = 0; g < kGroups; ++g) {
        // All warps have some near the pole and some near the equator.
        const auto group = begin + static_cast<std::uint32_t>(g * warps + warp);
        at[g] = {};
        first[g] = g > 0 ? first[g > 0 ? g - 1 : 0] : order.terms;
        if (group >= args.groups) continue;
        const Start& start = f.start[std::size_t{r} * args.groups + group];
        first[g] = start.first;
        const Seed seed = start.seed[gpu::lane()];
        const std::uint32_t p = group * kGroup + gpu::lane();
        const Pair pair = f.pair[p];
        if (p >= args.pairs || start.first >= order.terms) continue;
        const double weight = args.rows == Rows::over_cosine
                                  ? pair.weight * pair.inverse_cosine
                                  : pair.weight;
        const double2 a = north[std::size_t{p} * args.pitch];
        const double2 b = north[(std::size_t{args.pairs} + p) * args.pitch];
        at[g] = {seed.q0,
                 seed.q1,
                 pair.mu2,
                 weight * (a.x + b.x),
                 weight * (a.y + b.y),
                 weight * pair.mu * (a.x - b.x),
                 weight * pair.mu * (a.y - b.y)};
    }
    const auto* const step =
        reinterpret_cast<const double2*>(f.step + order.series);
    Term* const to = f.sums + std::size_t{field} * args.terms + order.series;
    int tile = 0, buffer = 0;
    double2 loaded{};
    const auto load = [&](int begin) {
        if (begin + gpu::lane() < order.terms)
            loaded = __ldg(step + begin + gpu::lane());
    };
    __shared__ double2 all_steps[kMostWarps][kTile];
    double2* const steps = all_steps[warp];
    load(0);
    for (; tile < order.terms; tile += kTile) {
        gpu::sync_lanes();
        steps[gpu::lane()] = loaded;
        gpu::sync_lanes();
        load(tile + kTile);
        double* const all = shared + buffer * warps * kStepsTogether * kSums;
        double* const mine = all + warp * kStepsTogether * kSums;
        for (int k = 0; k < kStepsTogether; ++k) {
            const int l = tile + k * kTermStep;
            double sum = 0;
            if (l >= first[kGroups - 1] && l < order.terms)
                sum = sums_from<0>(l, first, steps + (l - tile), at);
            if (gpu::lane() % 2 == 0) mine[k * kSums + gpu::lane() / 2] = sum;
        }
        // One barrier: a warp that writes to this buffer again has met all
        // others at that of the other buffer, after they had read this one.
        __syncthreads();
        const int values = min(kTile, order.terms - tile) * 4;
        auto* const out = reinterpret_cast<double*>(to + tile);
        for (int i = static_cast<int>(threadIdx.x); i < values;
             i += static_cast<int>(blockDim.x)) {
            double sum = kAdd ? out[i] : 0;
            for (int w = 0; w < warps; ++w)
                sum += all[w * kStepsTogether * kSums + i];
            out[i] = sum;
        }
        buffer = 1 - buffer;
    }
}

template <int kGroups, bool kAdd>
void launch(const Args& args, const Fields& fields, std::uint32_t begin,
            gpu::Stream stream) {
    const std::uint32_t wanted = (args.groups - begin + kGroups - 1) / kGroups;
    const std::uint32_t warps = wanted < kMostWarps ? wanted : kMostWarps;
    const std::size_t shared =
        2 * warps * kStepsTogether * kSums * sizeof(double);
    const dim3 blocks{args.orders, args.fields};
    analyze<kGroups, kAdd>
        <<<blocks, warps * gpu::kLanes, shared, stream>>>(args, fields, begin);
    const std::uint32_t next = begin + warps * kGroups;
    if (next < args.groups) launch<kGroups, true>(args, fields, next, stream);
}

}  // namespace

template <bool kAdd>
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    if (args.orders == 0 || args.pairs == 0) return;
    // As measured on an H200; docs/experiments.md.
    if (args.groups >= 40 && args.groups <= 64)
        launch<8, kAdd>(args, fields, 0, stream);
    else if (args.groups >= 20)
        launch<6, kAdd>(args, fields, 0, stream);
    else if (args.groups > 2)
        launch<4, kAdd>(args, fields, 0, stream);
    else
        launch<2, kAdd>(args, fields, 0, stream);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "analysis");
}

template void run_gpu<false>(const Args&, const Fields&, gpu::Stream);
template void run_gpu<true>(const Args&, const Fields&, gpu::Stream);

}  // namespace tasuki::sphere::analysis
