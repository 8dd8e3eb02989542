// accelerate on the CPU, bodies that are pulled in the lanes of vectors.
// Included once per SIMD target (Highway).
#if defined(TASUKI_NBODY_ACCELERATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_NBODY_ACCELERATE_INL
#undef TASUKI_NBODY_ACCELERATE_INL
#else
#define TASUKI_NBODY_ACCELERATE_INL
#endif

#include "codelets/device/unroll.hpp"
#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/lanes-inl.hpp"

TASUKI_NBODY_TARGET_BEGIN

/// Sources that stay in the L1 cache while all targets of a thread pass; with
/// half as many, loading and storing sums costs 2 %.
inline constexpr std::size_t kTileBodies = 16 * kRun;

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

/// Accelerations [first, first + lanes), or as many as there are.
template <class N>
HWY_INLINE Sums<N> load_sums(const Quad<typename N::Force>* acceleration,
                             std::size_t first, std::size_t end) {
    using F = typename N::Force;
    const Tag<F> d;
    HWY_ALIGN F c[3][HWY_MAX_BYTES / sizeof(F)] = {};
    for (std::size_t k = 0; k < hn::Lanes(d) && first + k < end; ++k) {
        c[0][k] = acceleration[first + k].x;
        c[1][k] = acceleration[first + k].y;
        c[2][k] = acceleration[first + k].z;
    }
    return {hn::Load(d, c[0]), hn::Load(d, c[1]), hn::Load(d, c[2])};
}

template <class N>
HWY_INLINE void store_sums(const Sums<N>& sum, std::size_t first,
                           std::size_t end,
                           Quad<typename N::Force>* acceleration) {
    using F = typename N::Force;
    const Tag<F> d;
    HWY_ALIGN F c[3][HWY_MAX_BYTES / sizeof(F)];
    hn::Store(sum.x, d, c[0]);
    hn::Store(sum.y, d, c[1]);
    hn::Store(sum.z, d, c[2]);
    for (std::size_t k = 0; k < hn::Lanes(d) && first + k < end; ++k)
        acceleration[first + k] = {c[0][k], c[1][k], c[2][k], F(0)};
}

/// Wells of one run, of `first` and the lanes behind it.
template <class F>
HWY_INLINE void add_wells(Vec<F> of_run, std::size_t first, std::size_t end,
                          double* wells) {
    const Tag<F> d;
    HWY_ALIGN F c[HWY_MAX_BYTES / sizeof(F)];
    hn::Store(of_run, d, c);
    for (std::size_t k = 0; k < hn::Lanes(d) && first + k < end; ++k)
        wells[first + k] += double{kWell<F>} * double{c[k]};
}

/// The pull of a run of sources on some vectors of targets, with kWells also
/// their wells.
/// @param own  number of the first target of the first vector among the
///             sources of the run, counted on below 0 and past the last
template <class N, int kVectors, bool kWells>
HWY_INLINE void pull_run(const TileBody<N>* source, std::size_t length,
                         Vec<typename N::Force> softening,
                         const BodyLanes<N>* body, std::size_t own,
                         Sums<N>* sum, Vec<typename N::Force>* well) {
    using F = typename N::Force;
    const Tag<F> d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t j = 0; j < length; ++j) {
        const auto m = hn::Set(d, source[j].m);
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v) {
            const auto r = body[v].away_from(source[j]);
            const auto its = powers(m, square(r.x, r.y, r.z, softening));
            sum[v].x = hn::NegMulAdd(its.strength, r.x, sum[v].x);
            sum[v].y = hn::NegMulAdd(its.strength, r.y, sum[v].y);
            sum[v].z = hn::NegMulAdd(its.strength, r.z, sum[v].z);
            if constexpr (kWells) {
                auto more = its.well;
                const std::size_t lane = j - (own + v * lanes);
                if (lane < lanes)
                    more = hn::IfThenElseZero(
                        hn::Ne(hn::Iota(d, 0),
                               hn::Set(d, static_cast<F>(lane))),
                        more);
                well[v] = hn::Add(well[v], more);
            }
        }
    }
}

/// Adds the pull of a tile to targets [first, first + vectors * lanes), or as
/// many as there are.
/// @param own  number of the first target among the sources of the tile, as in
///             pull_run()
template <class N, int kVectors, bool kWells>
HWY_INLINE void pull_vectors(const TileBody<N>* tile, std::size_t length,
                             typename N::Force eps2,
                             const accelerate::Fields<N>& fields,
                             std::size_t first, std::size_t end,
                             std::size_t own, bool add) {
    using F = typename N::Force;
    const Tag<F> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto [acceleration, target, source, wells] = fields;
    const auto zero = hn::Zero(d), scale = hn::Set(d, kStrength<F>);
    BodyLanes<N> body[kVectors];
    Sums<N> total[kVectors];
    TASUKI_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
        const std::size_t at = first + v * lanes;
        body[v] = BodyLanes<N>::load(target, at, end);
        total[v] = add ? load_sums<N>(acceleration, at, end)
                       : Sums<N>{zero, zero, zero};
    }
    for (std::size_t j = 0; j < length; j += kRun) {
        Sums<N> sum[kVectors];
        Vec<F> well[kVectors];
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v) {
            sum[v] = {zero, zero, zero};
            well[v] = zero;
        }
        pull_run<N, kVectors, kWells>(tile + j, std::min(kRun, length - j),
                                      hn::Set(d, eps2), body, own - j, sum,
                                      well);
        if constexpr (kWells)
            for (int v = 0; v < kVectors; ++v)
                add_wells<F>(well[v], first + v * lanes, end, wells);
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v)
            total[v] = {hn::MulAdd(sum[v].x, scale, total[v].x),
                        hn::MulAdd(sum[v].y, scale, total[v].y),
                        hn::MulAdd(sum[v].z, scale, total[v].z)};
    }
    TASUKI_UNROLL(4)
    for (int v = 0; v < kVectors; ++v)
        store_sums<N>(total[v], first + v * lanes, end, acceleration);
}

template <class N, bool kWells>
void accelerate_range(const accelerate::Args& args,
                      const accelerate::Fields<N>& f, bool add,
                      std::size_t begin, std::size_t end) {
    // Wells take registers too.
    constexpr int vectors =
        kWells ? (vectors_at_once<N>() + 1) / 2 : vectors_at_once<N>();
    // Of no source that there is.
    constexpr std::size_t nobody = std::size_t{1} << 48;
    const bool same = f.target == f.source;
    if (kWells && !add) std::fill(f.wells + begin, f.wells + end, 0.0);
    const std::size_t at_once = vectors * hn::Lanes(Tag<typename N::Force>{});
    const auto eps2 = static_cast<typename N::Force>(args.eps2);
    TileBody<N> tile[kTileBodies];
    for (std::size_t start = 0; start < args.sources; start += kTileBodies) {
        const std::size_t length =
            std::min<std::size_t>(kTileBodies, args.sources - start);
        for (std::size_t j = 0; j < length; ++j)
            tile[j] = TileBody<N>{f.source[start + j]};
        for (std::size_t i = begin; i < end; i += at_once)
            pull_vectors<N, vectors, kWells>(tile, length, eps2, f, i, end,
                                             same ? i - start : nobody,
                                             add || start > 0);
    }
    if (args.sources == 0 && !add)
        std::fill(f.acceleration + begin, f.acceleration + end,
                  Quad<typename N::Force>{});
}

TASUKI_NBODY_TARGET_END

#endif
