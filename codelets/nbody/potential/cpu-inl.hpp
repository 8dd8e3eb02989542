// potential on the CPU, bodies in the lanes of vectors.
// Included once per SIMD target (Highway).
#if defined(TASUKI_NBODY_POTENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_NBODY_POTENTIAL_INL
#undef TASUKI_NBODY_POTENTIAL_INL
#else
#define TASUKI_NBODY_POTENTIAL_INL
#endif

#include "codelets/nbody/lanes-inl.hpp"
#include "codelets/nbody/potential/potential.hpp"

TASUKI_NBODY_TARGET_BEGIN

/// sum_j m_j / sqrt(...) of the targets in one vector, without j = i.
/// @param own  number of the first target among the sources, or past them
template <class N>
HWY_INLINE void add_wells(const Quad<typename N::State>* source,
                          std::size_t sources, const BodyLanes<N>& body,
                          typename N::Force eps2, std::size_t own,
                          double* wells) {
    using F = typename N::Force;
    const Tag<F> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto softening = hn::Set(d, eps2);
    const auto lane = hn::Iota(d, 0);
    HWY_ALIGN F c[HWY_MAX_BYTES / sizeof(F)];
    for (std::size_t start = 0; start < sources; start += kRun) {
        const std::size_t end = std::min(sources, start + kRun);
        auto sum = hn::Zero(d);
        for (std::size_t j = start; j < end; ++j) {
            const TileBody<N> b{source[j]};
            const auto r = body.away_from(b);
            const auto s = square(r.x, r.y, r.z, softening);
            auto well = hn::Div(hn::Set(d, b.m), hn::Sqrt(s));
            if (j - own < lanes)
                well = hn::IfThenElseZero(
                    hn::Ne(lane, hn::Set(d, static_cast<F>(j - own))), well);
            sum = hn::Add(sum, well);
        }
        hn::Store(sum, d, c);
        for (std::size_t k = 0; k < lanes; ++k) wells[k] += c[k];
    }
}

template <class N>
void potential_range(const potential::Args& args, const potential::Fields<N>& f,
                     bool add, std::size_t begin, std::size_t end) {
    using F = typename N::Force;
    const std::size_t lanes = hn::Lanes(Tag<F>{});
    const bool same = f.target == f.source;
    for (auto i = begin; i < end; i += lanes) {
        const std::size_t count = std::min(lanes, end - i);
        double wells[HWY_MAX_BYTES / sizeof(F)] = {};
        if (add) std::copy_n(f.wells + i, count, wells);
        add_wells<N>(f.source, args.sources,
                     BodyLanes<N>::load(f.target, i, end),
                     static_cast<F>(args.eps2), same ? i : args.sources, wells);
        std::copy_n(wells, count, f.wells + i);
    }
}

TASUKI_NBODY_TARGET_END

#endif
