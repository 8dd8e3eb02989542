// synthesis on the CPU.  Highway compiles this file once for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/sphere/synthesis/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/sphere/functions-inl.hpp"
// clang-format on
#include <algorithm>

#include "codelets/sphere/synthesis/synthesis.hpp"
#include "runtime/core/team.hpp"

TASUKI_SPHERE_TARGET_BEGIN

template <int kVectors>
struct Sums {
    Vec even_re[kVectors], even_im[kVectors], odd_re[kVectors],
        odd_im[kVectors];

    HWY_INLINE Sums() {
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v)
            even_re[v] = even_im[v] = odd_re[v] = odd_im[v] = hn::Zero(Tag{});
    }
    HWY_INLINE void add(const Term& term, const Vec* q) {
        const Tag d;
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v) {
            even_re[v] = hn::MulAdd(hn::Set(d, term.even_re), q[v], even_re[v]);
            even_im[v] = hn::MulAdd(hn::Set(d, term.even_im), q[v], even_im[v]);
            odd_re[v] = hn::MulAdd(hn::Set(d, term.odd_re), q[v], odd_re[v]);
            odd_im[v] = hn::MulAdd(hn::Set(d, term.odd_im), q[v], odd_im[v]);
        }
    }
};

/// Rows of some latitudes.
struct Rows4 {
    Complex north[kGroup][synthesis::kOrdersAtOnce],
        south[kGroup][synthesis::kOrdersAtOnce];
};

/// Puts the fields of order number `o` of those that are together into `to`.
template <int kVectors>
HWY_INLINE void put(const Sums<kVectors>& sums, const Pair* pair, Rows rows,
                    int o, Rows4& to) {
    const Tag d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    HWY_ALIGN double part[4][8];
    for (int v = 0; v < kVectors; ++v) {
        hn::Store(sums.even_re[v], d, part[0]);
        hn::Store(sums.even_im[v], d, part[1]);
        hn::Store(sums.odd_re[v], d, part[2]);
        hn::Store(sums.odd_im[v], d, part[3]);
        for (int k = 0; k < lanes; ++k) {
            const Pair& at = pair[v * lanes + k];
            const double scale =
                rows == Rows::over_cosine ? at.inverse_cosine : 1;
            const Complex even{scale * part[0][k], scale * part[1][k]};
            const Complex odd{scale * at.mu * part[2][k],
                              scale * at.mu * part[3][k]};
            to.north[v * lanes + k][o] = even + odd;
            to.south[v * lanes + k][o] = even - odd;
        }
    }
}

/// Of one field, orders [first, first + synthesis::kOrdersAtOnce) as far as
/// there are, all latitudes.
void synthesize_orders(const synthesis::Args& args, const synthesis::Fields& f,
                       std::size_t field, std::size_t first) {
    constexpr int vectors = vectors_at_once();
    const int at_once = vectors * static_cast<int>(hn::Lanes(Tag{}));
    const int pairs = static_cast<int>(args.pairs);
    const int orders =
        std::min(synthesis::kOrdersAtOnce,
                 static_cast<int>(args.orders) - static_cast<int>(first));
    Complex* const north = f.fourier + field * 2 * args.pairs * args.pitch;
    Complex* const south = north + std::size_t{args.pairs} * args.pitch;
    Rows4 rows;
    for (int begin = 0; begin < pairs; begin += at_once) {
        const Pair* const pair = f.pair + begin;
        for (int o = 0; o < orders; ++o) {
            const std::size_t r = first + static_cast<std::size_t>(o);
            const Order order = f.order[r];
            const Step* const step = f.step + order.series;
            const Term* const series =
                f.series + field * args.terms + order.series;
            const Start& start = f.start[r * args.groups + begin / kGroup];
            Functions<vectors> q{start.seed + begin % kGroup, pair};
            Sums<vectors> sums;
            for (int l = start.first; l < order.terms; l += 2) {
                sums.add(series[l], q.q0);
                q.step_even(step[l]);
                sums.add(series[l + 1], q.q1);
                q.step_odd(step[l + 1]);
            }
            put(sums, pair, args.rows, o, rows);
        }
        for (int k = 0; k < std::min(at_once, pairs - begin); ++k) {
            const std::size_t at = std::size_t(begin + k) * args.pitch + first;
            std::copy_n(rows.north[k], orders, north + at);
            std::copy_n(rows.south[k], orders, south + at);
        }
    }
}

TASUKI_SPHERE_TARGET_END

#if HWY_ONCE
namespace tasuki::sphere {

HWY_EXPORT(synthesize_orders);

namespace synthesis {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    constexpr std::size_t together = synthesis::kOrdersAtOnce;
    const std::size_t pieces = (args.orders + together - 1) / together;
    runtime::parallel_items(pieces * args.fields, [&](std::size_t i) {
        HWY_DYNAMIC_DISPATCH(synthesize_orders)
        (args, fields, i % args.fields, i / args.fields * together);
    });
}

}  // namespace synthesis
}  // namespace tasuki::sphere
#endif
