// pack on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/pack/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/lanes-inl.hpp"
// clang-format on
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "runtime/core/team.hpp"

TASUKI_TARGET_BEGIN

/// Tiles [begin, end) of face k.
template <class T>
struct PackTiles {
    const pack::Args& args;
    const pack::Fields<T>& fields;
    int k;
    std::size_t begin, end;

    template <int kMu, int kSign>
    void operator()() const {
        using N = Compute<T>;
        const Hop hop = args.faces.face[k].hop;
        const int tiles = face_places(args.geometry, args.faces, kMu) / kTile;
        for (auto t = begin; t < end; ++t) {
            const FaceTile at =
                face_tile(args.faces, tiles, static_cast<int>(t));
            const SiteList sites = face_tile_sites(
                args.geometry, args.faces, kMu, hop, packed_edge(hop), at.tile);
            const T* const column =
                fields.psi +
                at.column * field_column<T>(args.geometry, args.faces);
            HWY_ALIGN N collected[Record<N, kSpinorReals>::kTileReals];
            HWY_ALIGN N halves[Record<N, kHalfSpinorReals>::kTileReals];
            const N* const from = read_spinors<T>(column, sites, collected);
            write_halves<T>(fields.half[k], at.in_buffer, halves, [&](N* to) {
                for (int first = 0; first < kTile; first += lane_count<N>()) {
                    Lanes<N> r[24], h[12];
                    load_reals<24, 0>(from, first, r);
                    Spinor<Lanes<N>> psi;
                    spins_from<0, 4>(psi, r);
                    reals_of(project<kMu, kSign>(psi), h);
                    store_reals<false>(to, first, h);
                }
            });
        }
    }
};

template <class T>
void pack_tiles(const pack::Args& args, const pack::Fields<T>& fields,
                std::size_t begin, std::size_t end) {
    for_listed_tiles(args.geometry, args.faces, 0, args.faces.count, begin, end,
                     [&](int k, std::size_t from, std::size_t to) {
                         const auto [mu, hop] = args.faces.face[k];
                         for_direction(mu, hop, args.dagger,
                                       PackTiles<T>{args, fields, k, from, to});
                     });
}

void pack_double(const pack::Args& args, const pack::Fields<double>& fields,
                 std::size_t begin, std::size_t end) {
    pack_tiles(args, fields, begin, end);
}
void pack_single(const pack::Args& args, const pack::Fields<float>& fields,
                 std::size_t begin, std::size_t end) {
    pack_tiles(args, fields, begin, end);
}
void pack_fixed(const pack::Args& args, const pack::Fields<Fixed16>& fields,
                std::size_t begin, std::size_t end) {
    pack_tiles(args, fields, begin, end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(pack_double);
HWY_EXPORT(pack_single);
HWY_EXPORT(pack_fixed);

namespace pack {

template <class T>
void run_cpu(const Args& args, const Fields<T>& f) noexcept {
    runtime::parallel_ranges(
        all_places(args.geometry, args.faces) / kTile, 1,
        [&](std::size_t begin, std::size_t end) {
            if constexpr (std::is_same_v<T, double>)
                HWY_DYNAMIC_DISPATCH(pack_double)(args, f, begin, end);
            else if constexpr (std::is_same_v<T, float>)
                HWY_DYNAMIC_DISPATCH(pack_single)(args, f, begin, end);
            else
                HWY_DYNAMIC_DISPATCH(pack_fixed)(args, f, begin, end);
        },
        kTilesPerThread);
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace pack
}  // namespace tasuki::wilson
#endif
