// Tiles of records in the number type that is computed with: double and float
// as they lie in memory; 16-bit fixed point as whole numbers, whose scale is
// for the caller to multiply with.
#if defined(TASUKI_WILSON_TILE_REALS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_TILE_REALS_INL
#undef TASUKI_WILSON_TILE_REALS_INL
#else
#define TASUKI_WILSON_TILE_REALS_INL
#endif

#include <cstring>

#include "codelets/wilson/lanes-inl.hpp"
#include "codelets/wilson/links-inl.hpp"

TASUKI_TARGET_BEGIN

using EightNumbers = hn::FixedTag<Fixed16, 8>;

/// Transposes eight rows of eight by three perfect shuffles of all 64 numbers,
/// each of which turns the bits of (row, column) round by one.
TASUKI_FN void transpose(hn::Vec<EightNumbers> (&rows)[8]) {
    const EightNumbers d;
    TASUKI_UNROLL(3)
    for (int turn = 0; turn < 3; ++turn) {
        hn::Vec<EightNumbers> shuffled[8];
        TASUKI_UNROLL(4)
        for (int k = 0; k < 4; ++k) {
            shuffled[2 * k] = hn::InterleaveLower(d, rows[k], rows[k + 4]);
            shuffled[2 * k + 1] = hn::InterleaveUpper(d, rows[k], rows[k + 4]);
        }
        TASUKI_UNROLL(8)
        for (int k = 0; k < 8; ++k) rows[k] = shuffled[k];
    }
}

/// A row of lanes as numbers to compute with, and back.
template <class Row>
TASUKI_FN Lanes<float> converted(Row row) {
    const Lanes<float>::Tag d;
    const hn::Rebind<std::int32_t, decltype(d)> wide;
    if constexpr (lane_count<float>() == 8)
        return {hn::ConvertTo(d, hn::PromoteTo(wide, row))};
    else
        return {hn::ConvertTo(
            d,
            hn::PromoteTo(wide, hn::LowerHalf(hn::Half<EightNumbers>{}, row)))};
}
template <class N>
TASUKI_FN hn::Vec<EightNumbers> rounded(const Lanes<N>& lanes) {
    const hn::Rebind<Fixed16, typename Lanes<N>::Tag> narrow;
    const auto q = hn::DemoteTo(narrow, hn::NearestInt(lanes.v));
    if constexpr (lane_count<N>() == 8)
        return q;
    else
        return hn::Combine(EightNumbers{}, q, q);
}

/// As for other numbers (lanes-inl.hpp): reals [kFirst, kFirst + kCount) of the
/// records of one run of sites.
template <int kReals, int kFirst, int kCount>
TASUKI_FN void load_reals(const Fixed16* HWY_RESTRICT tile, int first_site,
                          Lanes<float> (&out)[kCount]) {
    using Layout = Record<Fixed16, kReals>;
    constexpr int n = lane_count<float>(), groups = kCount / 8;
    static_assert(kFirst % 8 == 0);
    const EightNumbers d;
    TASUKI_UNROLL(3)
    for (int g = 0; g < groups; ++g) {
        hn::Vec<EightNumbers> rows[8];
        TASUKI_UNROLL(8)
        for (int j = 0; j < 8; ++j)
            rows[j] =
                j < n ? hn::LoadU(d, tile + Layout::group(
                                                kFirst / 8 + g,
                                                first_site + site_of<float>(j)))
                      : hn::Zero(d);
        transpose(rows);
        TASUKI_UNROLL(8)
        for (int k = 0; k < 8; ++k) out[8 * g + k] = converted(rows[k]);
    }
    if constexpr (kCount % 8 != 0) {
        static_assert(kFirst + kCount == kReals);
        static_assert(Layout::kRest == 2 || Layout::kRest == 4);
        using Word = std::conditional_t<Layout::kRest == 2, std::uint32_t,
                                        std::uint64_t>;
        const hn::FixedTag<Word, 16 / sizeof(Word)> words;
        hn::Vec<EightNumbers> rows[8];
        TASUKI_UNROLL(8)
        for (int j = 0; j < 8; ++j) {
            Word word = 0;
            if (j < n)
                std::memcpy(&word,
                            tile + Layout::rest(first_site + site_of<float>(j)),
                            sizeof word);
            rows[j] = hn::BitCast(d, hn::Set(words, word));
        }
        transpose(rows);
        TASUKI_UNROLL(4)
        for (int k = 0; k < Layout::kRest; ++k)
            out[8 * groups + k] = converted(rows[k]);
    }
}

/// The scales of a run of sites.
template <int kReals = kSpinorReals>
TASUKI_FN Lanes<float> load_scales(const Fixed16* tile, int first_site) {
    HWY_ALIGN float scales[kTile];
    std::memcpy(scales, tile + ScaledRecord<Fixed16, kReals>::scale(0),
                sizeof scales);
    return lanes_from_sites(scales, first_site);
}

/// Numbers that were loaded of a run of records, times the scales of these.
template <int kReals, class N>
TASUKI_FN void multiply_by_scales(const N*, int, Lanes<N> (&)[kReals]) {}
template <int kReals>
TASUKI_FN void multiply_by_scales(const Fixed16* tile, int first_site,
                                  Lanes<float> (&r)[kReals]) {
    const Lanes<float> unit =
        load_scales<kReals>(tile, first_site) * broadcast(1 / kFixedOne);
    TASUKI_UNROLL(36)
    for (auto& lanes : r) lanes = unit * lanes;
}

/// A link from the numbers of its record.
template <class T, int kReals, class N>
TASUKI_FN auto link_of(const Lanes<N> (&r)[kReals]) {
    if constexpr (std::is_same_v<T, Fixed16>)
        return link_from_fixed(
            r, [&](int k) TASUKI_INLINE_LAMBDA { return is_odd(r[k]); });
    else
        return link_from(r);
}

/// Loads the two halves of the spinors of a run of sites, the lower one first
/// if `swapped`: that is g_5, up to a sign.
template <class N>
TASUKI_FN void load_spinor(const N* tile, int first, bool swapped,
                           Lanes<N> (&r)[24]) {
    constexpr std::size_t half = kSpinorReals / 2 * kTile;
    Lanes<N> upper[12], lower[12];
    load_reals<12, 0>(tile + (swapped ? half : 0), first, upper);
    load_reals<12, 0>(tile + (swapped ? 0 : half), first, lower);
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        r[k] = upper[k];
        r[12 + k] = lower[k];
    }
}
TASUKI_FN void load_spinor(const Fixed16* tile, int first, bool swapped,
                           Lanes<float> (&r)[24]) {
    load_reals<24, 0>(tile, first, r);
    if (!swapped) return;
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) std::swap(r[k], r[12 + k]);
}

/// Loads one half of them.
template <class N>
TASUKI_FN void load_half_spinor(const N* tile, int first, bool lower,
                                Lanes<N> (&r)[12]) {
    constexpr std::size_t half = kSpinorReals / 2 * kTile;
    load_reals<12, 0>(tile + (lower ? half : 0), first, r);
}
TASUKI_FN void load_half_spinor(const Fixed16* tile, int first, bool lower,
                                Lanes<float> (&r)[12]) {
    // One and a half groups of three.
    constexpr std::size_t group = std::size_t{8} * kTile;
    Lanes<float> two[16];
    load_reals<16, 0>(tile + (lower ? group : 0), first, two);
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) r[k] = lower ? two[k + 4] : two[k];
}

/// Stores a run of sites, with kStream past the caches.
template <bool kStream, class N>
TASUKI_FN void store_spinor(N* tile, int first, bool swapped,
                            const Lanes<N> (&r)[24]) {
    constexpr std::size_t half = kSpinorReals / 2 * kTile;
    Lanes<N> upper[12], lower[12];
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        upper[k] = r[k];
        lower[k] = r[12 + k];
    }
    store_reals<kStream>(tile + (swapped ? half : 0), first, upper);
    store_reals<kStream>(tile + (swapped ? 0 : half), first, lower);
}
/// In fixed point: scales each site so that its largest component is 32767.
/// NaN and infinity make the scale, and so the site, NaN.
template <bool kStream>
TASUKI_FN void store_spinor(Fixed16* tile, int first, bool swapped,
                            const Lanes<float> (&r)[24]) {
    constexpr int n = lane_count<float>();
    const Lanes<float>::Tag d;
    const Lanes<float> zero = broadcast(0.0f);
    Lanes<float> largest = zero, poison = zero;
    TASUKI_UNROLL(24)
    for (int k = 0; k < 24; ++k) {
        largest.v = hn::Max(largest.v, hn::Abs(r[k].v));
        poison = mul_add(zero, r[k], poison);
    }
    const Lanes<float> factor{hn::IfThenElseZero(
        hn::Gt(largest.v, zero.v), hn::Div(broadcast(kFixedOne).v, largest.v))};
    TASUKI_UNROLL(3)
    for (int g = 0; g < 3; ++g) {
        hn::Vec<EightNumbers> rows[8];
        TASUKI_UNROLL(8)
        for (int k = 0; k < 8; ++k) {
            const int c = 8 * g + k;
            const Lanes<float> real = swapped ? r[(c + 12) % 24] : r[c];
            rows[k] = rounded(real * factor);
        }
        transpose(rows);
        TASUKI_UNROLL(8)
        for (int j = 0; j < n; ++j) {
            Fixed16* const at = tile + SpinorRecord<Fixed16>::group(
                                           g, first + site_of<float>(j));
            if constexpr (kStream)
                hn::Stream(rows[j], EightNumbers{}, at);
            else
                hn::Store(rows[j], EightNumbers{}, at);
        }
    }
    HWY_ALIGN float scales[kTile];
    hn::Store((largest + poison).v, d, scales);
    for (int j = 0; j < n; ++j)
        std::memcpy(
            tile + SpinorRecord<Fixed16>::scale(first + site_of<float>(j)),
            &scales[j], sizeof scales[j]);
}

TASUKI_TARGET_END

#endif
