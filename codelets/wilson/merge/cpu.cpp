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
#include "runtime/core/team.hpp"

TASUKI_TARGET_BEGIN

/// out (one tile) += scale * spins of product (one tile).
template <int kMu, int kSign, class T>
TASUKI_FN void merge_tile(double scale, T* out, const T* product) {
    const Lanes<T> factor = broadcast(static_cast<T>(scale));
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

/// Likewise, with a twist.
template <int kMu, int kSign, class T>
TASUKI_FN void merge_twisted_tile(double scale, double twist, T* out,
                                  const T* product) {
    const Lanes<T> factor = broadcast(static_cast<T>(scale)),
                   t = broadcast(static_cast<T>(twist));
    for (int first = 0; first < kTile; first += lane_count<T>()) {
        Lanes<T> h[12], r[24];
        load_reals<12, 0>(product, first, h);
        for (auto& lanes : h) lanes = lanes * factor;
        load_reals<24, 0>(out, first, r);
        add_twisted<kMu, kSign>(t, half_spinor_from(h), r);
        store_reals<false>(out, first, r);
    }
}

/// Tiles [begin, end) of face k.
template <class T>
struct MergeTiles {
    const merge::Args& args;
    const merge::Fields<T>& fields;
    int k;
    std::size_t begin, end;

    template <int kMu, int kSign>
    void operator()() const {
        using N = Compute<T>;
        const FaceHop& face = args.faces.face[k];
        const double scale = merge::factor(args, face);
        const auto add_tile = [&](N* out, const N* product) {
            if (args.twist == 0)
                merge_tile<kMu, kSign>(scale, out, product);
            else
                merge_twisted_tile<kMu, kSign>(scale, args.twist, out, product);
        };
        const int tiles = face_places(args.geometry, args.faces, kMu) / kTile;
        for (auto t = begin; t < end; ++t) {
            const FaceTile at =
                face_tile(args.faces, tiles, static_cast<int>(t));
            const SiteList sites =
                face_tile_sites(args.geometry, args.faces, kMu, face.hop,
                                merged_edge(face.hop), at.tile);
            T* const out =
                fields.out +
                at.column * field_column<T>(args.geometry, args.faces);
            HWY_ALIGN N halves[Record<N, kHalfSpinorReals>::kTileReals];
            const N* product =
                read_halves<T>(fields.product[k], at.in_buffer, halves);
            if constexpr (!std::is_same_v<T, Fixed16>)
                if (sites.is_tile()) {
                    add_tile(out + sites.tile[0] * SpinorRecord<T>::kTileReals,
                             product);
                    continue;
                }
            // A site that is there twice gets the same sum twice.
            HWY_ALIGN N collected[Record<N, kSpinorReals>::kTileReals];
            take_spinors<T>(collected, out, sites);
            add_tile(collected, product);
            put_spinors<T>(out, sites, collected);
        }
    }
};

/// Tiles [begin, end) of faces [first, last).
template <class T>
void merge_tiles(const merge::Args& args, const merge::Fields<T>& fields,
                 int first, int last, std::size_t begin, std::size_t end) {
    for_listed_tiles(args.geometry, args.faces, first, last, begin, end,
                     [&](int k, std::size_t from, std::size_t to) {
                         const auto [mu, hop] = args.faces.face[k];
                         for_direction(
                             mu, hop, args.dagger,
                             MergeTiles<T>{args, fields, k, from, to});
                     });
}

void merge_double(const merge::Args& args, const merge::Fields<double>& fields,
                  int first, int last, std::size_t begin, std::size_t end) {
    merge_tiles(args, fields, first, last, begin, end);
}
void merge_single(const merge::Args& args, const merge::Fields<float>& fields,
                  int first, int last, std::size_t begin, std::size_t end) {
    merge_tiles(args, fields, first, last, begin, end);
}
void merge_fixed(const merge::Args& args, const merge::Fields<Fixed16>& fields,
                 int first, int last, std::size_t begin, std::size_t end) {
    merge_tiles(args, fields, first, last, begin, end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(merge_double);
HWY_EXPORT(merge_single);
HWY_EXPORT(merge_fixed);

namespace merge {

template <class T>
void run_cpu(const Args& args, const Fields<T>& f) noexcept {
    // Faces of two directions share sites, those of one do not.
    for (int first = 0, last; first < args.faces.count; first = last) {
        last = args.faces.end_of_direction(first);
        const int tiles =
            face_places(args.geometry, args.faces, args.faces.face[first].mu) /
            kTile * args.faces.columns;
        runtime::parallel_ranges(
            static_cast<std::size_t>(last - first) * tiles, 1,
            [&](std::size_t begin, std::size_t end) {
                if constexpr (std::is_same_v<T, double>)
                    HWY_DYNAMIC_DISPATCH(merge_double)
                (args, f, first, last, begin, end);
                else if constexpr (std::is_same_v<T, float>)
                    HWY_DYNAMIC_DISPATCH(merge_single)(args, f, first, last,
                                                       begin, end);
                else HWY_DYNAMIC_DISPATCH(merge_fixed)(args, f, first, last,
                                                       begin, end);
            },
            kTilesPerThread);
    }
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace merge
}  // namespace tasuki::wilson
#endif
