// synthesis on the GPU: a warp for each order and some groups of latitudes, a
// lane for each pair of a group.  Coefficients are the same for all lanes: the
// lanes load those of a tile of terms, one each, while they compute with those
// of the tile before, and share them.
#include "codelets/device/instructions.hpp"
#include "codelets/device/unroll.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "runtime/gpu/lanes.hpp"

namespace tasuki::sphere::synthesis {

namespace {

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / gpu::kLanes;

struct Pairs {
    double q0, q1, mu2;
    double even_re, even_im, odd_re, odd_im;
};
using Member = double Pairs::*;

/// sum += factor q of all groups that have begun: neighbours in the program
/// have the factor in common, which then is read once from the registers.
template <int kFirst, int kGroups>
TASUKI_DEVICE void add(double factor, Pairs (&at)[kGroups], Member sum,
                       Member q) {
    TASUKI_UNROLL(8)
    for (int g = kFirst; g < kGroups; ++g)
        at[g].*sum = fma(factor, at[g].*q, at[g].*sum);
}
template <int kFirst, int kGroups>
TASUKI_DEVICE void add(const double2& even, const double2& odd,
                       Pairs (&at)[kGroups], Member q) {
    add<kFirst>(even.x, at, &Pairs::even_re, q);
    add<kFirst>(even.y, at, &Pairs::even_im, q);
    add<kFirst>(odd.x, at, &Pairs::odd_re, q);
    add<kFirst>(odd.y, at, &Pairs::odd_im, q);
}

/// `q` becomes the function of two terms further; `after` is one further.
template <int kFirst, int kGroups>
TASUKI_DEVICE void next(const double2& step, Pairs (&at)[kGroups], Member q,
                        Member after) {
    double factor[kGroups];
    TASUKI_UNROLL(8)
    for (int g = kFirst; g < kGroups; ++g)
        factor[g] = fma(step.x, at[g].mu2, step.y);
    TASUKI_UNROLL(8)
    for (int g = kFirst; g < kGroups; ++g)
        at[g].*q = fma(factor[g], at[g].*after, -(at[g].*q));
}

/// The part of a tile that one lane loads.
struct Loaded {
    double2 even, odd, step;

    TASUKI_DEVICE void load(const Term* series, const Step* steps, int l,
                            int terms) {
        if (l >= terms) return;
        const auto* const term = reinterpret_cast<const double2*>(series + l);
        even = __ldg(term);
        odd = __ldg(term + 1);
        step = __ldg(reinterpret_cast<const double2*>(steps + l));
    }
};

/// A tile, as all lanes read it, and one unused term behind it.
struct Tile {
    double2 even[gpu::kLanes + 1], odd[gpu::kLanes + 1], step[gpu::kLanes + 1];
};

/// One term.
struct Coefficients {
    double2 even, odd, step;

    TASUKI_DEVICE void load(const Tile& tile, int l) {
        even = tile.even[l];
        odd = tile.odd[l];
        step = tile.step[l];
    }
};

/// Terms [begin, end) of the tile that begins at `base`, where groups [kFirst,
/// kGroups) have begun: those nearer to the pole begin later.
template <int kFirst, int kGroups>
TASUKI_DEVICE void walk(const Tile& tile, int base, int begin, int end,
                        Pairs (&at)[kGroups]) {
    if (begin >= end) return;
    Coefficients now, then;
    now.load(tile, begin - base);
    // Not more at once: more warps hide more than longer sequences do.
    TASUKI_UNROLL(1)
    for (int l = begin - base; l < end - base; l += 2) {
        then.load(tile, l + 1);
        add<kFirst>(now.even, now.odd, at, &Pairs::q0);
        next<kFirst>(now.step, at, &Pairs::q0, &Pairs::q1);
        now.load(tile, l + 2);
        add<kFirst>(then.even, then.odd, at, &Pairs::q1);
        next<kFirst>(then.step, at, &Pairs::q1, &Pairs::q0);
    }
}

/// The whole tile.
template <int kFirst, int kGroups>
TASUKI_DEVICE void walk_tile(const Tile& tile, int base, int end,
                             const int (&first)[kGroups],
                             Pairs (&at)[kGroups]) {
    if constexpr (kFirst > 0) {
        walk<kFirst>(tile, base, max(first[kFirst], base),
                     min(first[kFirst - 1], end), at);
        walk_tile<kFirst - 1>(tile, base, end, first, at);
    } else {
        walk<0>(tile, base, max(first[0], base), end, at);
    }
}

template <int kGroups, int kBlocks>
__global__ void __launch_bounds__(kThreads, gpu::together(kThreads, kBlocks))
    synthesize(Args args, Fields f, std::uint32_t chunks) {
    __shared__ Tile tiles[kWarps];
    Tile& tile = tiles[threadIdx.x / gpu::kLanes];
    const std::uint32_t warp =
        (blockIdx.x * kThreads + threadIdx.x) / gpu::kLanes;
    if (warp >= args.orders * chunks) return;
    const std::uint32_t r = warp / chunks;
    // Those near the poles are done soon: without a turn some multiprocessors
    // would have only such, as blocks go around all of them in their order.
    const std::uint32_t chunk = (warp + r / 7) % chunks;
    const std::size_t field = blockIdx.y;
    const Order order = f.order[r];
    Pairs at[kGroups];
    int first[kGroups];
    TASUKI_UNROLL(8)
    for (int g = 0; g < kGroups; ++g) {
        const std::uint32_t group = chunk * kGroups + g;
        at[g] = {};
        first[g] = g > 0 ? first[g > 0 ? g - 1 : 0] : order.terms;
        if (group >= args.groups) continue;
        const Start& start = f.start[std::size_t{r} * args.groups + group];
        const Seed seed = start.seed[gpu::lane()];
        first[g] = start.first;
        at[g].q0 = seed.q0;
        at[g].q1 = seed.q1;
        at[g].mu2 = f.pair[group * kGroup + gpu::lane()].mu2;
    }
    const Term* const series = f.series + field * args.terms + order.series;
    const Step* const steps = f.step + order.series;
    Loaded loaded{};
    int base = first[kGroups - 1];
    loaded.load(series, steps, base + gpu::lane(), order.terms);
    for (; base < order.terms; base += gpu::kLanes) {
        gpu::sync_lanes();
        tile.even[gpu::lane()] = loaded.even;
        tile.odd[gpu::lane()] = loaded.odd;
        tile.step[gpu::lane()] = loaded.step;
        gpu::sync_lanes();
        loaded.load(series, steps, base + gpu::kLanes + gpu::lane(),
                    order.terms);
        walk_tile<kGroups - 1>(tile, base, min(base + gpu::kLanes, order.terms),
                               first, at);
    }
    auto* const north = reinterpret_cast<double2*>(
        f.fourier + field * 2 * args.pairs * args.pitch + r);
    TASUKI_UNROLL(8)
    for (int g = 0; g < kGroups; ++g) {
        const std::uint32_t p = (chunk * kGroups + g) * kGroup + gpu::lane();
        if (p >= args.pairs) continue;
        const Pair pair = f.pair[p];
        const double scale =
            args.rows == Rows::over_cosine ? pair.inverse_cosine : 1;
        const double odd = scale * pair.mu;
        const Pairs& s = at[g];
        north[std::size_t{p} * args.pitch] = {
            fma(odd, s.odd_re, scale * s.even_re),
            fma(odd, s.odd_im, scale * s.even_im)};
        north[(std::size_t{args.pairs} + p) * args.pitch] = {
            fma(-odd, s.odd_re, scale * s.even_re),
            fma(-odd, s.odd_im, scale * s.even_im)};
    }
}

template <int kGroups, int kBlocks>
void launch(const Args& args, const Fields& fields, gpu::Stream stream) {
    const std::uint32_t chunks = (args.groups + kGroups - 1) / kGroups;
    const std::uint32_t warps = args.orders * chunks;
    const dim3 blocks{(warps + kWarps - 1) / kWarps, args.fields};
    synthesize<kGroups, kBlocks>
        <<<blocks, kThreads, 0, stream>>>(args, fields, chunks);
}

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    if (args.orders == 0 || args.pairs == 0) return;
    // As measured on an H200; docs/experiments.md.
    if (args.groups >= 20)
        launch<6, 8>(args, fields, stream);
    else if (args.groups > 8)
        launch<4, 8>(args, fields, stream);
    else if (args.groups % 3 == 0)
        launch<3, 12>(args, fields, stream);
    else if (args.groups > 1)
        launch<2, 16>(args, fields, stream);
    else
        launch<1, 12>(args, fields, stream);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "synthesis");
}

}  // namespace tasuki::sphere::synthesis
