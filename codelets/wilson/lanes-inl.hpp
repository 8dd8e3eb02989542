// A number type with one site per lane, and the loads and stores that turn
// tiles of records into it.
//
// Included once per SIMD target (Highway).  Lanes are not in site order: a
// load interleaves only within 128-bit blocks, which costs one shuffle per
// vector (two in single precision).  Lane j then holds the site site_of(j) of
// its run of kLanes sites; every load and store uses the same order.
#if defined(TASUKI_WILSON_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_LANES_INL
#undef TASUKI_WILSON_LANES_INL
#else
#define TASUKI_WILSON_LANES_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/target.hpp"

TASUKI_TARGET_BEGIN

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
struct Lanes {
    using Tag = hn::CappedTag<T, kTile>;
    hn::Vec<Tag> v;
};

/// The number in each lane of R.
template <class R>
struct ScalarOf;
template <class T>
struct ScalarOf<Lanes<T>> {
    using type = T;
};
template <class R>
using Scalar = typename ScalarOf<R>::type;

/// Lanes of a vector, at most a tile.
template <class T>
TASUKI_FN constexpr int lane_count() {
    return static_cast<int>(hn::MaxLanes(typename Lanes<T>::Tag{}));
}

template <class T>
TASUKI_FN Lanes<T> operator+(const Lanes<T>& a, const Lanes<T>& b) {
    return {hn::Add(a.v, b.v)};
}
template <class T>
TASUKI_FN Lanes<T> operator-(const Lanes<T>& a, const Lanes<T>& b) {
    return {hn::Sub(a.v, b.v)};
}
template <class T>
TASUKI_FN Lanes<T> operator*(const Lanes<T>& a, const Lanes<T>& b) {
    return {hn::Mul(a.v, b.v)};
}
template <class T>
TASUKI_FN Lanes<T> mul_add(const Lanes<T>& a, const Lanes<T>& b,
                           const Lanes<T>& c) {
    return {hn::MulAdd(a.v, b.v, c.v)};
}
template <class T>
TASUKI_FN Lanes<T> neg_mul_add(const Lanes<T>& a, const Lanes<T>& b,
                               const Lanes<T>& c) {
    return {hn::NegMulAdd(a.v, b.v, c.v)};
}
template <class T>
TASUKI_FN Lanes<T> mul_sub(const Lanes<T>& a, const Lanes<T>& b,
                           const Lanes<T>& c) {
    return {hn::MulSub(a.v, b.v, c.v)};
}
template <class T>
TASUKI_FN Lanes<T> broadcast(T value) {
    return {hn::Set(typename Lanes<T>::Tag{}, value)};
}
template <class T>
TASUKI_FN Lanes<T> reciprocal(const Lanes<T>& a) {
    return {hn::Div(broadcast(T{1}).v, a.v)};
}
/// Of what may be a little below zero by rounding, which counts as zero.
template <class T>
TASUKI_FN Lanes<T> square_root(const Lanes<T>& a) {
    return {hn::Sqrt(hn::Max(a.v, broadcast(T{0}).v))};
}
template <class T>
struct LaneMask {
    hn::Mask<typename Lanes<T>::Tag> m;
};
template <class T>
TASUKI_FN Lanes<T> select(const LaneMask<T>& choice, const Lanes<T>& yes,
                          const Lanes<T>& no) {
    return {hn::IfThenElse(choice.m, yes.v, no.v)};
}
/// Lanes in which the lowest bit of the significand is set.
template <class T>
TASUKI_FN LaneMask<T> low_bit(const Lanes<T>& a) {
    const typename Lanes<T>::Tag d;
    const hn::RebindToUnsigned<decltype(d)> bits;
    const auto one = hn::Set(bits, hn::TFromD<decltype(bits)>{1});
    return {hn::RebindMask(d, hn::TestBit(hn::BitCast(bits, a.v), one))};
}

/// Lanes that hold an odd whole number.
TASUKI_FN LaneMask<float> is_odd(const Lanes<float>& a) {
    const Lanes<float>::Tag d;
    const hn::RebindToSigned<decltype(d)> whole;
    return {hn::RebindMask(
        d, hn::TestBit(hn::ConvertTo(whole, a.v), hn::Set(whole, 1)))};
}

/// Site, within the run of a vector, that lane `j` holds.
template <class T>
TASUKI_FN constexpr int site_of(int j) {
    constexpr int per_block = 16 / sizeof(T);
    constexpr int blocks = lane_count<T>() / per_block;
    return j % per_block * blocks + j / per_block;
}

/// Lane that holds `site`.
template <class T>
TASUKI_FN constexpr int lane_holding(int site) {
    int j = 0;
    while (site_of<T>(j) != site) ++j;
    return j;
}

/// Numbers per site -> lanes of the run that starts at site `first`.
template <class T>
TASUKI_FN Lanes<T> lanes_from_sites(const T* per_site, int first) {
    HWY_ALIGN T ordered[kTile];
    for (int j = 0; j < lane_count<T>(); ++j)
        ordered[j] = per_site[first + site_of<T>(j)];
    return {hn::Load(typename Lanes<T>::Tag{}, ordered)};
}

/// Adds the numbers of the run that starts at site `first` to the sum of its
/// tile, which begins with the first run: site by site, so that the sum is the
/// same for vectors of any width.
template <class T>
TASUKI_FN void add_to_tile(const Lanes<T>& lanes, int first, double* sum) {
    HWY_ALIGN T in_lanes[kTile], of_sites[kTile];
    hn::Store(lanes.v, typename Lanes<T>::Tag{}, in_lanes);
    for (int j = 0; j < lane_count<T>(); ++j)
        of_sites[site_of<T>(j)] = in_lanes[j];
    double total = first == 0 ? 0 : *sum;
    for (int j = 0; j < lane_count<T>(); ++j) total += of_sites[j];
    *sum = total;
}

/// Exchange of sites site <-> site ^ bit of a tile: a whole run of lanes, or
/// within a vector.
template <class T>
class LaneExchange {
  public:
    TASUKI_FN explicit LaneExchange(int bit)
        : run_bit_{bit >= lane_count<T>() ? bit : 0},
          inside_{bit != 0 && bit < lane_count<T>()} {
        HWY_ALIGN Index index[kTile];
        for (int j = 0; j < lane_count<T>(); ++j)
            index[j] = static_cast<Index>(
                inside_ ? lane_holding<T>(site_of<T>(j) ^ bit) : j);
        for (int j = 0; j < kTile; ++j)
            index_[j] = j < lane_count<T>() ? index[j] : 0;
    }
    /// First site of the run to load for the run that starts at `first`.
    TASUKI_FN int run(int first) const { return first ^ run_bit_; }

    TASUKI_FN Lanes<T> operator()(const Lanes<T>& a) const {
        if (!inside_) return a;
        const typename Lanes<T>::Tag d;
        return {hn::TableLookupLanes(a.v, hn::SetTableIndices(d, index_))};
    }

  private:
    using Index = hn::TFromD<hn::RebindToSigned<typename Lanes<T>::Tag>>;
    int run_bit_;
    bool inside_;
    HWY_ALIGN Index index_[kTile];
};

/// Interleaves the vectors of one group: (sites)(reals) <-> (reals)(sites),
/// within 128-bit blocks; its own inverse.
TASUKI_FN void interleave(const Lanes<double> (&in)[2], Lanes<double>* out) {
    const Lanes<double>::Tag d;
    const auto a = in[0].v, b = in[1].v;
    out[0].v = hn::InterleaveLower(d, a, b);
    out[1].v = hn::InterleaveUpper(d, a, b);
}
TASUKI_FN void interleave(const Lanes<float> (&in)[4], Lanes<float>* out) {
    const Lanes<float>::Tag d;
    const hn::RepartitionToWide<decltype(d)> wide;
    const auto low01 = hn::InterleaveLower(d, in[0].v, in[1].v);
    const auto low23 = hn::InterleaveLower(d, in[2].v, in[3].v);
    const auto high01 = hn::InterleaveUpper(d, in[0].v, in[1].v);
    const auto high23 = hn::InterleaveUpper(d, in[2].v, in[3].v);
    const auto w = [&wide](auto v) { return hn::BitCast(wide, v); };
    const auto n = [&d](auto v) { return hn::BitCast(d, v); };
    out[0].v = n(hn::InterleaveLower(wide, w(low01), w(low23)));
    out[1].v = n(hn::InterleaveUpper(wide, w(low01), w(low23)));
    out[2].v = n(hn::InterleaveLower(wide, w(high01), w(high23)));
    out[3].v = n(hn::InterleaveUpper(wide, w(high01), w(high23)));
}

/// Loads reals [kFirst, kFirst + kCount) of the records of one run of sites.
/// kFirst is a multiple of a group; `tile` points to the tile's first real.
template <int kReals, int kFirst, int kCount, class T>
TASUKI_FN void load_reals(const T* HWY_RESTRICT tile, int first_site,
                          Lanes<T> (&out)[kCount]) {
    using Layout = Record<T, kReals>;
    constexpr int v = Layout::kVector, n = lane_count<T>();
    static_assert(kFirst % v == 0);
    const typename Lanes<T>::Tag d;
    TASUKI_UNROLL(16)
    for (int g = 0; g < kCount / v; ++g) {
        const T* at = tile + Layout::group(kFirst / v + g, first_site);
        Lanes<T> raw[v];
        TASUKI_UNROLL(4)
        for (int k = 0; k < v; ++k) raw[k].v = hn::Load(d, at + k * n);
        interleave(raw, out + g * v);
    }
    if constexpr (kCount % v != 0) {
        static_assert(kFirst + kCount == kReals && kCount % v == 2);
        hn::Vec<decltype(d)> re, im;
        hn::LoadInterleaved2(d, tile + Layout::rest(first_site), re, im);
        // Site order -> the order of the other lanes.
        HWY_ALIGN hn::TFromD<hn::RebindToSigned<decltype(d)>> index[kTile];
        for (int j = 0; j < n; ++j) index[j] = site_of<T>(j);
        const auto order = hn::SetTableIndices(d, index);
        out[kCount - 2].v = hn::TableLookupLanes(re, order);
        out[kCount - 1].v = hn::TableLookupLanes(im, order);
    }
}

/// Loads reals [kFirst, kFirst + kCount), wherever groups begin and end.  What
/// a group holds beside them is loaded again with its other part, which the
/// compiler makes one load where registers are free.
template <int kReals, int kFirst, int kCount, class T>
TASUKI_FN void load_part(const T* HWY_RESTRICT tile, int first_site,
                         Lanes<T> (&out)[kCount]) {
    constexpr int v = Record<T, kReals>::kVector;
    constexpr int begin = kFirst / v * v;
    constexpr int end = std::min((kFirst + kCount + v - 1) / v * v, kReals);
    Lanes<T> r[end - begin];
    load_reals<kReals, begin>(tile, first_site, r);
    TASUKI_UNROLL(24)
    for (int k = 0; k < kCount; ++k) out[k] = r[kFirst - begin + k];
}

/// Stores whole records of one run of sites; with kStream past the caches,
/// for output that is not read again soon.
template <bool kStream, class T, int kReals>
TASUKI_FN void store_reals(T* HWY_RESTRICT tile, int first_site,
                           const Lanes<T> (&in)[kReals]) {
    using Layout = Record<T, kReals>;
    constexpr int v = Layout::kVector, n = lane_count<T>();
    static_assert(Layout::kRest == 0);
    const typename Lanes<T>::Tag d;
    TASUKI_UNROLL(16)
    for (int g = 0; g < Layout::kGroups; ++g) {
        T* at = tile + Layout::group(g, first_site);
        Lanes<T> group[v], raw[v];
        TASUKI_UNROLL(4)
        for (int k = 0; k < v; ++k) group[k] = in[g * v + k];
        interleave(group, raw);
        TASUKI_UNROLL(4)
        for (int k = 0; k < v; ++k) {
            if constexpr (kStream)
                hn::Stream(raw[k].v, d, at + k * n);
            else
                hn::Store(raw[k].v, d, at + k * n);
        }
    }
}

TASUKI_TARGET_END

#endif
