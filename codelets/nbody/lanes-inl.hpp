// Bodies in the lanes of vectors, and powers of their distances.
// Included once per SIMD target (Highway).
#if defined(TASUKI_NBODY_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_NBODY_LANES_INL
#undef TASUKI_NBODY_LANES_INL
#else
#define TASUKI_NBODY_LANES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "codelets/nbody/layout.hpp"
#include "codelets/nbody/target.hpp"

TASUKI_NBODY_TARGET_BEGIN

namespace hn = hwy::HWY_NAMESPACE;

/// One body of the sources in a tile: unchanged, or split into two
/// floats (see pull_gpu-inl.hpp).
template <class N>
struct TileBody {
    typename N::Force x, y, z, m;
    HWY_INLINE explicit TileBody(const Quad<typename N::State>& b)
        : x{b.x}, y{b.y}, z{b.z}, m{b.w} {}
    TileBody() = default;
};
template <>
struct TileBody<Mixed> {
    float x, y, z, m, low_x, low_y, low_z, unused;
    HWY_INLINE explicit TileBody(const Quad<double>& b)
        : x{static_cast<float>(b.x)},
          y{static_cast<float>(b.y)},
          z{static_cast<float>(b.z)},
          m{static_cast<float>(b.w)},
          low_x{static_cast<float>(b.x - x)},
          low_y{static_cast<float>(b.y - y)},
          low_z{static_cast<float>(b.z - z)},
          unused{0} {}
    TileBody() = default;
};

template <class F>
using Tag = hn::ScalableTag<F>;
template <class F>
using Vec = hn::Vec<Tag<F>>;

/// A vector full of bodies.
template <class N>
struct BodyLanes {
    using F = typename N::Force;
    Vec<F> x, y, z;

    /// Of bodies `first` on, those past `end` as the last one.
    static HWY_INLINE BodyLanes load(const Quad<typename N::State>* bodies,
                                     std::size_t first, std::size_t end) {
        HWY_ALIGN F c[3][HWY_MAX_BYTES / sizeof(F)];
        for (std::size_t k = 0; k < hn::Lanes(Tag<F>{}); ++k) {
            const auto& b = bodies[std::min(first + k, end - 1)];
            c[0][k] = b.x;
            c[1][k] = b.y;
            c[2][k] = b.z;
        }
        const Tag<F> d;
        return {hn::Load(d, c[0]), hn::Load(d, c[1]), hn::Load(d, c[2])};
    }
    /// From the source to these: the sign is the caller's.
    HWY_INLINE BodyLanes away_from(const TileBody<N>& source) const {
        const Tag<F> d;
        return {hn::Sub(x, hn::Set(d, source.x)),
                hn::Sub(y, hn::Set(d, source.y)),
                hn::Sub(z, hn::Set(d, source.z))};
    }
};
template <>
struct BodyLanes<Mixed> {
    BodyLanes<Single> high, low;

    static HWY_INLINE BodyLanes load(const Quad<double>* bodies,
                                     std::size_t first, std::size_t end) {
        HWY_ALIGN float c[6][HWY_MAX_BYTES / sizeof(float)];
        for (std::size_t k = 0; k < hn::Lanes(Tag<float>{}); ++k) {
            const TileBody<Mixed> b{bodies[std::min(first + k, end - 1)]};
            c[0][k] = b.x;
            c[1][k] = b.y;
            c[2][k] = b.z;
            c[3][k] = b.low_x;
            c[4][k] = b.low_y;
            c[5][k] = b.low_z;
        }
        const Tag<float> d;
        return {{hn::Load(d, c[0]), hn::Load(d, c[1]), hn::Load(d, c[2])},
                {hn::Load(d, c[3]), hn::Load(d, c[4]), hn::Load(d, c[5])}};
    }
    HWY_INLINE BodyLanes<Single> away_from(const TileBody<Mixed>& s) const {
        const Tag<float> d;
        const auto difference = [&](auto high_i, float high_j, auto low_i,
                                    float low_j) HWY_ATTR {
            return hn::Add(hn::Sub(high_i, hn::Set(d, high_j)),
                           hn::Sub(low_i, hn::Set(d, low_j)));
        };
        return {difference(high.x, s.x, low.x, s.low_x),
                difference(high.y, s.y, low.y, s.low_y),
                difference(high.z, s.z, low.z, s.low_z)};
    }
};

template <class V>
HWY_INLINE V square(V x, V y, V z, V eps2) {
    return hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, eps2)));
}

/// 1 / sqrt(s) approximated by AVX-512, to 2^-14; else by SSE and AVX2 in
/// float, to 2^-11.4, and in double, which they lack, by root and division.
HWY_INLINE Vec<float> root_estimate(Vec<float> s) {
    return hn::ApproximateReciprocalSqrt(s);
}
HWY_INLINE Vec<double> root_estimate(Vec<double> s) {
#if HWY_TARGET <= HWY_AVX3
    return Vec<double>{_mm512_rsqrt14_pd(s.raw)};
#else
    return hn::Div(hn::Set(Tag<double>{}, 1.0), hn::Sqrt(s));
#endif
}

/// Of a source of mass m at a distance of sqrt(s): what nobody uses is not
/// computed.
template <class F>
struct Powers {
    Vec<F> strength;  ///< m s^(-3/2), up to a factor kStrength
    Vec<F> well;      ///< m s^(-1/2), up to a factor kWell
};

/// Factors that a sum has in common.  With y = (1 - h)^(1/2) s^(-1/2) strength
/// is m y^3 times the series of (1 - h)^(-3/2) = 1 + 3/2 h + 15/8 h^2 +
/// 35/16 h^3 + ..., and the well m y times that of (1 - h)^(-1/2) = 1 + 1/2 h +
/// 3/8 h^2 + 5/16 h^3 + ..., as far as the estimate needs.
template <class F>
inline constexpr F kStrength = 1;
template <class F>
inline constexpr F kWell = 1;
#if HWY_TARGET <= HWY_AVX3
// 1 + 3/2 h = 3/2 (5/3 - s y^2): one operation instead of two; and 1 + 1/2 h is
// half of 4/3 more than that.
template <>
inline constexpr float kStrength<float> = 1.5f;
template <>
inline constexpr float kWell<float> = 0.5f;
#endif

HWY_INLINE Powers<float> powers(Vec<float> m, Vec<float> s) {
    const Tag<float> d;
    const auto y = root_estimate(s);
    const auto y2 = hn::Mul(y, y);
    const auto well = hn::Mul(m, y);
    const auto pull = hn::Mul(well, y2);
#if HWY_TARGET <= HWY_AVX3
    const auto series = hn::NegMulAdd(s, y2, hn::Set(d, 5.0f / 3));
    return {hn::Mul(pull, series),
            hn::Mul(well, hn::Add(series, hn::Set(d, 4.0f / 3)))};
#else
    const auto h = hn::NegMulAdd(s, y2, hn::Set(d, 1.0f));
    const auto series = hn::MulAdd(h, hn::Set(d, 1.875f), hn::Set(d, 1.5f));
    const auto half = hn::MulAdd(h, hn::Set(d, 0.375f), hn::Set(d, 0.5f));
    return {hn::MulAdd(hn::Mul(pull, h), series, pull),
            hn::MulAdd(hn::Mul(well, h), half, well)};
#endif
}
HWY_INLINE Powers<double> powers(Vec<double> m, Vec<double> s) {
    const auto y = root_estimate(s);
    const auto y2 = hn::Mul(y, y);
    const auto well = hn::Mul(m, y);
    const auto pull = hn::Mul(well, y2);
#if HWY_TARGET <= HWY_AVX3
    const Tag<double> d;
    const auto h = hn::NegMulAdd(s, y2, hn::Set(d, 1.0));
    auto series = hn::MulAdd(h, hn::Set(d, 2.1875), hn::Set(d, 1.875));
    series = hn::MulAdd(h, series, hn::Set(d, 1.5));
    auto half = hn::MulAdd(h, hn::Set(d, 0.3125), hn::Set(d, 0.375));
    half = hn::MulAdd(h, half, hn::Set(d, 0.5));
    return {hn::MulAdd(hn::Mul(pull, h), series, pull),
            hn::MulAdd(hn::Mul(well, h), half, well)};
#else
    return {pull, well};
#endif
}

TASUKI_NBODY_TARGET_END

#endif
