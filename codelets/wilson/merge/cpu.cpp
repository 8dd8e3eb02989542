// merge on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/merge/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/lanes-inl.hpp"
// clang-format on
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "runtime/team.hpp"

TASUKI_TARGET_BEGIN

/// out (one tile) -= kappa * sign * spins of product (one tile).
template <int kMu, int kSign, class T>
TASUKI_FN void merge_tile(const merge::Args& args, T* out, const T* product) {
    const Lanes<T> factor = broadcast(static_cast<T>(-args.kappa * args.sign));
    for (int first = 0; first < kTile; first += lane_count<T>()) {
        Lanes<T> h[12];
        load_reals<12, 0>(product, first, h);
        for (auto& lanes : h) lanes = lanes * factor;
        if constexpr (kMu == kT) {
            // Two spins of four: half of the tile.
            T* two = out + (kSign < 0 ? HalfSpinorRecord<T>::kTileReals : 0);
            const Lanes<T> twice = broadcast(T{2});
            Lanes<T> r[12];
            load_reals<12, 0>(two, first, r);
            for (int k = 0; k < 12; ++k) r[k] = mul_add(twice, h[k], r[k]);
            store_reals<false>(two, first, r);
        } else {
            Lanes<T> r[24];
            load_reals<24, 0>(out, first, r);
            Spinor<Lanes<T>> sum;
            spins_from<0, 4>(sum, r);
            reconstruct<kMu, kSign>(sum, half_spinor_from(h), Unit{});
            reals_of(sum, r);
            store_reals<false>(out, first, r);
        }
    }
}

template <int kMu, int kSign, class T>
void merge_range(const merge::Args& args, const merge::Fields<T>& fields,
                 std::size_t begin, std::size_t end) {
    constexpr std::size_t stride = SpinorRecord<T>::kTileReals;
    for (auto tile = begin; tile < end; ++tile) {
        const SiteList sites = face_tile_sites(
            args.geometry, kMu, merged_edge(args.hop), static_cast<int>(tile));
        const T* product =
            fields.product + tile * HalfSpinorRecord<T>::kTileReals;
        if (sites.is_tile()) {
            merge_tile<kMu, kSign>(args, fields.out + sites.tile[0] * stride,
                                   product);
            continue;
        }
        HWY_ALIGN T collected[stride];
        gather<T, kSpinorReals>(collected, fields.out, stride, sites);
        merge_tile<kMu, kSign>(args, collected, product);
        scatter<T, kSpinorReals>(fields.out, stride, sites, collected);
    }
}

template <class T>
struct MergeRange {
    const merge::Args& args;
    const merge::Fields<T>& fields;
    std::size_t begin, end;

    template <int kMu, int kSign>
    void operator()() const {
        merge_range<kMu, kSign>(args, fields, begin, end);
    }
};

void merge_double(const merge::Args& args, const merge::Fields<double>& fields,
                  std::size_t begin, std::size_t end) {
    for_direction(args.mu, args.hop,
                  MergeRange<double>{args, fields, begin, end});
}
void merge_single(const merge::Args& args, const merge::Fields<float>& fields,
                  std::size_t begin, std::size_t end) {
    for_direction(args.mu, args.hop,
                  MergeRange<float>{args, fields, begin, end});
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(merge_double);
HWY_EXPORT(merge_single);

namespace merge {

template <>
void run_cpu(const Args& args, const Fields<double>& f) noexcept {
    runtime::parallel_ranges(face_sites(args.geometry, args.mu) / kTile, 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(merge_double)
                                 (args, f, begin, end);
                             });
}
template <>
void run_cpu(const Args& args, const Fields<float>& f) noexcept {
    runtime::parallel_ranges(face_sites(args.geometry, args.mu) / kTile, 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(merge_single)
                                 (args, f, begin, end);
                             });
}

}  // namespace merge
}  // namespace tasuki::wilson
#endif
