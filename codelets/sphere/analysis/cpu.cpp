// analysis on the CPU.  Highway compiles this file once for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/sphere/analysis/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/sphere/functions-inl.hpp"
// clang-format on
#include <algorithm>
#include <vector>

#include "codelets/device/write_back.hpp"
#include "codelets/sphere/analysis/analysis.hpp"
#include "runtime/core/per_thread.hpp"
#include "runtime/core/team.hpp"

TASUKI_SPHERE_TARGET_BEGIN

/// Terms whose sums stay in the L1 cache while all latitudes pass.
inline constexpr int kTileTerms = 64;

/// Weighted values of the latitudes, in the order of the lanes.
struct alignas(64) Weighted {
    double even_re[8], even_im[8], odd_re[8], odd_im[8];
};

/// Where the functions of some latitudes are between two tiles.
struct alignas(64) Walked {
    double q0[8], q1[8];
};

/// Workspace of a thread, kept between calls.
struct Workspace {
    std::vector<Weighted> weighted[synthesis::kOrdersAtOnce];
    std::vector<Walked> walked;
};

/// w (F(mu) + F(-mu)) and w mu (F(mu) - F(-mu)) of one field and `orders`
/// orders from `first` on.
void weigh(const analysis::Args& args, const Complex* fourier, const Pair* pair,
           std::size_t first, int orders, int vectors, Workspace& to) {
    const int lanes = static_cast<int>(hn::Lanes(Tag{}));
    for (int o = 0; o < orders; ++o)
        to.weighted[o].resize(static_cast<std::size_t>(vectors));
    for (int k = 0; k < vectors * lanes; ++k) {
        const bool inside = k < static_cast<int>(args.pairs);
        const Pair& at = pair[k];
        const double w = args.rows == Rows::over_cosine
                             ? at.weight * at.inverse_cosine
                             : at.weight;
        const Complex* const north =
            fourier + std::size_t(k) * args.pitch + first;
        const Complex* const south =
            north + std::size_t{args.pairs} * args.pitch;
        for (int o = 0; o < orders; ++o) {
            const Complex a = inside ? north[o] : 0, b = inside ? south[o] : 0;
            const Complex even = w * (a + b), odd = w * at.mu * (a - b);
            Weighted& v = to.weighted[o][static_cast<std::size_t>(k / lanes)];
            v.even_re[k % lanes] = even.real();
            v.even_im[k % lanes] = even.imag();
            v.odd_re[k % lanes] = odd.real();
            v.odd_im[k % lanes] = odd.imag();
        }
    }
}

template <int kVectors>
HWY_INLINE void add_term(const Weighted* data, const Vec* q,
                         double (*sums)[8]) {
    const Tag d;
    Vec even_re = hn::Load(d, sums[0]), even_im = hn::Load(d, sums[1]);
    Vec odd_re = hn::Load(d, sums[2]), odd_im = hn::Load(d, sums[3]);
    TASUKI_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
        even_re = hn::MulAdd(hn::Load(d, data[v].even_re), q[v], even_re);
        even_im = hn::MulAdd(hn::Load(d, data[v].even_im), q[v], even_im);
        odd_re = hn::MulAdd(hn::Load(d, data[v].odd_re), q[v], odd_re);
        odd_im = hn::MulAdd(hn::Load(d, data[v].odd_im), q[v], odd_im);
    }
    hn::Store(even_re, d, sums[0]);
    hn::Store(even_im, d, sums[1]);
    hn::Store(odd_re, d, sums[2]);
    hn::Store(odd_im, d, sums[3]);
}

/// Of one field, one order, all latitudes.
void analyze_order(const analysis::Args& args, const analysis::Fields& f,
                   bool add, std::size_t field, std::size_t r,
                   const std::vector<Weighted>& data,
                   std::vector<Walked>& walked) {
    constexpr int vectors = vectors_at_once();
    const Tag d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    const Order order = f.order[r];
    const Step* const step = f.step + order.series;
    const int all = static_cast<int>(data.size());
    walked.resize(data.size());

    HWY_ALIGN double sums[kTileTerms][4][8];
    for (int tile = 0; tile < order.terms; tile += kTileTerms) {
        const int end = std::min(tile + kTileTerms, order.terms);
        std::fill_n(&sums[0][0][0], (end - tile) * 4 * 8, 0.0);
        for (int v = 0; v < all; v += vectors) {
            const int begin = v * lanes;
            const Start& start = f.start[r * args.groups + begin / kGroup];
            if (start.first >= end) continue;
            Functions<vectors> q{start.seed + begin % kGroup, f.pair + begin};
            const bool fresh = start.first >= tile;
            if (!fresh) {
                TASUKI_UNROLL(4)
                for (int k = 0; k < vectors; ++k) {
                    const Walked& w = walked[static_cast<std::size_t>(v + k)];
                    q.q0[k] = hn::Load(d, w.q0);
                    q.q1[k] = hn::Load(d, w.q1);
                }
            }
            const Weighted* const at = data.data() + v;
            for (int l = fresh ? start.first : tile; l < end; l += 2) {
                add_term<vectors>(at, q.q0, sums[l - tile]);
                q.step_even(step[l]);
                add_term<vectors>(at, q.q1, sums[l + 1 - tile]);
                q.step_odd(step[l + 1]);
            }
            TASUKI_UNROLL(4)
            for (int k = 0; k < vectors; ++k) {
                Walked& w = walked[static_cast<std::size_t>(v + k)];
                hn::Store(q.q0[k], d, w.q0);
                hn::Store(q.q1[k], d, w.q1);
            }
        }
        Term* const to = f.sums + field * args.terms + order.series + tile;
        for (int l = 0; l < end - tile; ++l) {
            double part[4];
            for (int c = 0; c < 4; ++c)
                part[c] =
                    hn::GetLane(hn::SumOfLanes(d, hn::Load(d, sums[l][c])));
            const Term before = add ? to[l] : Term{};
            to[l] = {before.even_re + part[0], before.even_im + part[1],
                     before.odd_re + part[2], before.odd_im + part[3]};
        }
        if (args.to_gpu)
            device::write_back(to, std::size_t(end - tile) * sizeof(Term));
    }
}

/// Of one field, orders [first, first + synthesis::kOrdersAtOnce) as far as
/// there are.
void analyze_orders(const analysis::Args& args, const analysis::Fields& f,
                    bool add, std::size_t field, std::size_t first) {
    Workspace& workspace = runtime::per_thread<Workspace>();
    constexpr int vectors = vectors_at_once();
    const int at_once = vectors * static_cast<int>(hn::Lanes(Tag{}));
    const int orders =
        std::min(synthesis::kOrdersAtOnce,
                 static_cast<int>(args.orders) - static_cast<int>(first));
    const int all =
        (static_cast<int>(args.pairs) + at_once - 1) / at_once * vectors;
    weigh(args, f.fourier + field * 2 * args.pairs * args.pitch, f.pair, first,
          orders, all, workspace);
    for (int o = 0; o < orders; ++o)
        analyze_order(args, f, add, field, first + static_cast<std::size_t>(o),
                      workspace.weighted[o], workspace.walked);
}

TASUKI_SPHERE_TARGET_END

#if HWY_ONCE
namespace tasuki::sphere {

HWY_EXPORT(analyze_orders);

namespace analysis {

template <bool kAdd>
void run_cpu(const Args& args, const Fields& fields) noexcept {
    constexpr std::size_t together = synthesis::kOrdersAtOnce;
    const std::size_t pieces = (args.orders + together - 1) / together;
    runtime::parallel_items(pieces * args.fields, [&](std::size_t i) {
        HWY_DYNAMIC_DISPATCH(analyze_orders)
        (args, fields, kAdd, i % args.fields, i / args.fields * together);
    });
}

template void run_cpu<false>(const Args&, const Fields&) noexcept;
template void run_cpu<true>(const Args&, const Fields&) noexcept;

}  // namespace analysis
}  // namespace tasuki::sphere
#endif
