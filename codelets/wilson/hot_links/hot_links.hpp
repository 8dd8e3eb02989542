// hot_links: the links of a block, or of one of its faces, of a field with
// random links (lattice::hot_start()).  Made where they are needed, as a host
// would compute, write and send 576 B for each site.
#pragma once

#include <cstdint>
#include <string>

#include "codelets/lattice/extents.hpp"
#include "codelets/wilson/face.hpp"
#include "codelets/wilson/place.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::hot_links {

struct Args {
    Geometry geometry{};
    lattice::Coordinates origin{};  ///< first site of the block, in the lattice
    lattice::Extents lattice{};
    std::uint64_t seed = 0;
    /// Only links U_face of the block's last layer in that direction, in face
    /// order, with the last one repeated in the places behind it; -1: all.
    int face = -1;
    int half = -1;  ///< of the face, see half_of_face(); -1: both
};

/// Where a link of a field of links is in the block.
struct Link {
    SiteIndex site;
    int mu;
};

/// @param record  counts links as they lie in memory: lanes, then directions
TASUKI_HD Link link_at(const Args& args, std::size_t record) {
    const Geometry& g = args.geometry;
    const auto lane = static_cast<int>(record % kTile);
    const std::size_t in_tiles = record / kTile;
    if (args.face < 0) {
        const auto n = static_cast<int>(in_tiles / 4) * kTile + lane;
        const int odd = n < g.half_volume ? 0 : 1;
        return {{odd, n - odd * g.half_volume}, static_cast<int>(in_tiles % 4)};
    }
    const int sites = face_sites(g, args.face) / (args.half < 0 ? 1 : 2);
    const auto place = static_cast<int>(record);
    const int f = (args.half < 0 ? 0 : args.half) * sites +
                  (place < sites ? place : sites - 1);
    return {face_site(g, args.face, Edge::last, f), args.face};
}

/// What lattice::hot_link() calls the link.
TASUKI_HD std::uint64_t number_of(const Args& args, const Link& link) {
    const Place place = place_of(args.geometry, link.site);
    std::uint64_t site = 0;
    for (int nu = 3; nu >= 0; --nu)
        site = site * static_cast<std::uint64_t>(args.lattice[nu]) +
               static_cast<std::uint64_t>(args.origin[nu] + place.at[nu]);
    return site * lattice::kDimensions + static_cast<std::uint64_t>(link.mu);
}

/// @param u  (link_reals(geometry, kLinkReals)), or (places of the face *
///           kLinkReals)
/// @tparam kLinkReals  18, or 12 of which any T has, too
template <class T, int kLinkReals>
void run_cpu(const Args& args, runtime::Write<T> u) noexcept;
template <class T, int kLinkReals>
void run_gpu(const Args& args, runtime::Write<T> u, gpu::Stream stream);

template <class T, int kLinkReals>
struct Kernel {
    static constexpr auto name = "hot_links";
    static std::string model() {
        return variant_name<T>("hot_links", kLinkReals);
    }
    using Args = hot_links::Args;
    static constexpr auto cpu = run_cpu<T, kLinkReals>;
    static constexpr auto gpu = run_gpu<T, kLinkReals>;
};

}  // namespace tasuki::wilson::hot_links

/// Instantiates MACRO(T, kLinkReals) for every form that the kernel makes.
#define TASUKI_FOR_HOT_LINKS(MACRO) \
    MACRO(double, 18)               \
    MACRO(double, 12)               \
    MACRO(float, 18)                \
    MACRO(float, 12)                \
    MACRO(Fixed16, 12)
