// accelerate on the CPU, bodies that are pulled in the lanes of vectors.
// Included once per SIMD target (Highway).
#if defined(TASUKI_NBODY_ACCELERATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_NBODY_ACCELERATE_INL
#undef TASUKI_NBODY_ACCELERATE_INL
#else
#define TASUKI_NBODY_ACCELERATE_INL
#endif

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/lanes-inl.hpp"
#include "runtime/unroll.hpp"

TASUKI_NBODY_TARGET_BEGIN

/// Sources that stay in the L1 cache while all targets of a thread pass.
inline constexpr std::size_t kTileBodies = 512;

/// Vectors of targets for each load of a source: as many as registers hold.
template <class N>
constexpr int vectors_at_once() {
    if (HWY_TARGET > HWY_AVX3) return sizeof(typename N::State) == 4 ? 2 : 1;
    return N::kSplit ? 2 : 4;
}

template <class N>
struct Sums {
    using F = typename N::Force;
    Vec<F> x, y, z;
};

/// Adds the pull of a tile to targets [first, first + vectors * lanes), or as
/// many as there are.
template <class N, int kVectors>
HWY_INLINE void pull_vectors(const TileBody<N>* tile, std::size_t length,
                             typename N::Force eps2,
                             const Quad<typename N::State>* target,
                             std::size_t first, std::size_t end, bool add,
                             Quad<typename N::Force>* acceleration) {
    using F = typename N::Force;
    const Tag<F> d;
    const std::size_t lanes = hn::Lanes(d);
    BodyLanes<N> body[kVectors];
    Sums<N> sum[kVectors];
    TASUKI_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
        body[v] = BodyLanes<N>::load(target, first + v * lanes, end);
        sum[v] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    }
    const auto softening = hn::Set(d, eps2);
    for (std::size_t j = 0; j < length; ++j) {
        const auto m = hn::Set(d, tile[j].m);
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v) {
            const auto r = body[v].away_from(tile[j]);
            const auto f = strength(m, square(r.x, r.y, r.z, softening));
            sum[v].x = hn::NegMulAdd(f, r.x, sum[v].x);
            sum[v].y = hn::NegMulAdd(f, r.y, sum[v].y);
            sum[v].z = hn::NegMulAdd(f, r.z, sum[v].z);
        }
    }
    HWY_ALIGN F c[3][HWY_MAX_BYTES / sizeof(F)];
    TASUKI_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
        const auto scale = hn::Set(d, kStrength<F>);
        hn::Store(hn::Mul(sum[v].x, scale), d, c[0]);
        hn::Store(hn::Mul(sum[v].y, scale), d, c[1]);
        hn::Store(hn::Mul(sum[v].z, scale), d, c[2]);
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::size_t i = first + v * lanes + k;
            if (i >= end) return;
            auto& a = acceleration[i];
            const Quad<F> before = add ? a : Quad<F>{};
            a = {before.x + c[0][k], before.y + c[1][k], before.z + c[2][k],
                 F(0)};
        }
    }
}

template <class N>
void accelerate_range(const accelerate::Args& args,
                      const accelerate::Fields<N>& f, bool add,
                      std::size_t begin, std::size_t end) {
    constexpr int vectors = vectors_at_once<N>();
    const std::size_t at_once = vectors * hn::Lanes(Tag<typename N::Force>{});
    const auto eps2 = static_cast<typename N::Force>(args.eps2);
    TileBody<N> tile[kTileBodies];
    for (std::size_t start = 0; start < args.sources; start += kTileBodies) {
        const std::size_t length =
            std::min<std::size_t>(kTileBodies, args.sources - start);
        for (std::size_t j = 0; j < length; ++j)
            tile[j] = TileBody<N>{f.source[start + j]};
        for (std::size_t i = begin; i < end; i += at_once)
            pull_vectors<N, vectors>(tile, length, eps2, f.target, i, end,
                                     add || start > 0, f.acceleration);
    }
    if (args.sources == 0 && !add)
        std::fill(f.acceleration + begin, f.acceleration + end,
                  Quad<typename N::Force>{});
}

TASUKI_NBODY_TARGET_END

#endif
