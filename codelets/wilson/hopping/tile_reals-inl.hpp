// Tiles of records in the number type that is computed with: double and float
// as they lie in memory, 16-bit fixed point converted first.
#if defined(TASUKI_WILSON_TILE_REALS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_TILE_REALS_INL
#undef TASUKI_WILSON_TILE_REALS_INL
#else
#define TASUKI_WILSON_TILE_REALS_INL
#endif

#include <cstring>

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/lanes-inl.hpp"

TASUKI_TARGET_BEGIN

/// to (a tile of floats) = from, times `scale[lane]`.
template <int kReals>
TASUKI_FN void from_fixed(const Fixed16* from, const float (&scale)[kTile],
                          float* to) {
    using Stored = Record<Fixed16, kReals>;
    using Number = Record<float, kReals>;
    const hn::FixedTag<float, 4> d;
    const hn::FixedTag<std::int32_t, 4> wide;
    const hn::FixedTag<Fixed16, 4> narrow;
    TASUKI_UNROLL(8)
    for (int k = 0; k < kTile; ++k) {
        const auto factor = hn::Set(d, scale[k]);
        for (int c = 0; c + 4 <= kReals; c += 4) {
            const auto q = hn::PromoteTo(
                wide, hn::LoadU(narrow, from + Stored::offset(c, k)));
            hn::StoreU(hn::Mul(hn::ConvertTo(d, q), factor), d,
                       to + Number::offset(c, k));
        }
        for (int c = kReals / 4 * 4; c < kReals; ++c)
            to[Number::offset(c, k)] =
                scale[k] * static_cast<float>(from[Stored::offset(c, k)]);
    }
}

/// Lowest bits of what was stored -> lowest bits of the significands, where
/// link_from_eight() looks for them.
TASUKI_FN void copy_low_bits(const Fixed16* from, float* to) {
    for (int k = 0; k < kTile; ++k)
        for (int c = 0; c < 8; ++c) {
            std::uint32_t bits;
            float* at = to + Record<float, 8>::offset(c, k);
            std::memcpy(&bits, at, sizeof bits);
            bits = (bits & ~1u) | (static_cast<std::uint32_t>(
                                       from[Record<Fixed16, 8>::offset(c, k)]) &
                                   1u);
            std::memcpy(at, &bits, sizeof bits);
        }
}

/// A tile of spinors.
template <class T>
class SpinorTile {
  public:
    TASUKI_FN explicit SpinorTile(const T* tile) : reals_{tile} {}
    TASUKI_FN const T* reals() const { return reals_; }

  private:
    const T* reals_;
};
template <>
class SpinorTile<Fixed16> {
  public:
    TASUKI_FN explicit SpinorTile(const Fixed16* tile) {
        float scale[kTile];
        std::memcpy(scale, tile + SpinorRecord<Fixed16>::scale(0),
                    sizeof scale);
        for (float& s : scale) s /= kFixedOne;
        from_fixed<kSpinorReals>(tile, scale, reals_);
    }
    TASUKI_FN const float* reals() const { return reals_; }

  private:
    HWY_ALIGN float reals_[kSpinorReals * kTile];
};

/// A tile of links.
template <class T, int kLinkReals>
class LinkTile {
  public:
    TASUKI_FN explicit LinkTile(const T* tile) : reals_{tile} {}
    TASUKI_FN const T* reals() const { return reals_; }

  private:
    const T* reals_;
};
template <int kLinkReals>
class LinkTile<Fixed16, kLinkReals> {
  public:
    TASUKI_FN explicit LinkTile(const Fixed16* tile) {
        float scale[kTile];
        for (float& s : scale) s = 1 / kFixedOne;
        from_fixed<kLinkReals>(tile, scale, reals_);
        if constexpr (kLinkReals == 8) copy_low_bits(tile, reals_);
    }
    TASUKI_FN const float* reals() const { return reals_; }

  private:
    HWY_ALIGN float reals_[kLinkReals * kTile];
};

/// Loads the two halves of the spinors of a run of sites, the lower one first
/// if `swapped`: that is g_5, up to a sign.
template <class N>
TASUKI_FN void load_spinor(const N* reals, int first, bool swapped,
                           Lanes<N> (&r)[24]) {
    constexpr std::size_t half = kSpinorReals / 2 * kTile;
    Lanes<N> upper[12], lower[12];
    load_reals<12, 0>(reals + (swapped ? half : 0), first, upper);
    load_reals<12, 0>(reals + (swapped ? 0 : half), first, lower);
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        r[k] = upper[k];
        r[12 + k] = lower[k];
    }
}

/// Stores a run of sites past the caches.
template <class N>
TASUKI_FN void store_spinor(N* tile, int first, bool swapped,
                            const Lanes<N> (&r)[24]) {
    constexpr std::size_t half = kSpinorReals / 2 * kTile;
    Lanes<N> upper[12], lower[12];
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        upper[k] = r[k];
        lower[k] = r[12 + k];
    }
    store_reals<true>(tile + (swapped ? half : 0), first, upper);
    store_reals<true>(tile + (swapped ? 0 : half), first, lower);
}
/// In fixed point: scales each site so that its largest component is 32767.
/// NaN and infinity make the scale, and so the site, NaN.
TASUKI_FN void store_spinor(Fixed16* tile, int first, bool swapped,
                            const Lanes<float> (&r)[24]) {
    constexpr int n = lane_count<float>();
    HWY_ALIGN float numbers[24][kTile];
    for (int c = 0; c < 24; ++c)
        hn::Store(r[swapped ? (c + 12) % 24 : c].v,
                  typename Lanes<float>::Tag{}, numbers[c]);
    for (int j = 0; j < n; ++j) {
        float largest = 0, poison = 0;
        for (int c = 0; c < 24; ++c) {
            largest = std::max(largest, std::abs(numbers[c][j]));
            poison += 0 * numbers[c][j];
        }
        const float scale = largest + poison;
        const float factor = largest > 0 ? kFixedOne / largest : 0;
        const int lane = first + site_of<float>(j);
        for (int c = 0; c < 24; ++c)
            tile[SpinorRecord<Fixed16>::offset(c, lane)] = static_cast<Fixed16>(
                std::lrint(poison == 0 ? numbers[c][j] * factor : 0));
        std::memcpy(tile + SpinorRecord<Fixed16>::scale(lane), &scale,
                    sizeof scale);
    }
}

TASUKI_TARGET_END

#endif
