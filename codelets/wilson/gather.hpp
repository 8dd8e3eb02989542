// Collects the records of eight sites that do not form a tile into one, and
// spreads them again: for faces, and for blocks too small for eight sub-blocks.
#pragma once

#include <cstring>

#include "codelets/wilson/face.hpp"
#include "codelets/wilson/layout.hpp"

namespace tasuki::wilson {

/// Copies one site's record between two tiles, group by group.
template <class T, int kReals>
inline void copy_record(T* to_tile, int to_lane, const T* from_tile,
                        int from_lane) {
    using Layout = Record<T, kReals>;
    for (int g = 0; g < Layout::kGroups; ++g)
        std::memcpy(to_tile + Layout::group(g, to_lane),
                    from_tile + Layout::group(g, from_lane), 16);
    if constexpr (Layout::kRest != 0)
        std::memcpy(to_tile + Layout::rest(to_lane),
                    from_tile + Layout::rest(from_lane),
                    Layout::kRest * sizeof(T));
}

/// Eight sites anywhere in a block, as numbers of their tiles and lanes.
struct SiteList {
    std::size_t tile[kTile];
    int lane[kTile];

    void set(int k, const Geometry& g, const SiteIndex& site) {
        tile[k] = tile_of(g, site);
        lane[k] = lane_of(site);
    }
    /// Whether the sites are one tile, in order.
    bool is_tile() const {
        for (int k = 0; k < kTile; ++k)
            if (tile[k] != tile[0] || lane[k] != k) return false;
        return true;
    }
};

/// The eight sites of tile `face_tile` of a face.
inline SiteList face_tile_sites(const Geometry& g, int mu, Edge edge,
                                int face_tile) {
    SiteList sites;
    for (int k = 0; k < kTile; ++k)
        sites.set(k, g, face_site(g, mu, edge, face_tile * kTile + k));
    return sites;
}

/// to (one tile) = records of `sites`.
/// @param stride  reals from one tile of `from` to the next
template <class T, int kReals>
inline void gather(T* to, const T* from, std::size_t stride,
                   const SiteList& sites) {
    for (int k = 0; k < kTile; ++k)
        copy_record<T, kReals>(to, k, from + sites.tile[k] * stride,
                               sites.lane[k]);
}

/// The same for spinors, with their scales where they have any.
template <class T>
inline void gather_spinors(T* to, const T* from, const SiteList& sites) {
    constexpr std::size_t stride = SpinorRecord<T>::kTileReals;
    gather<T, kSpinorReals>(to, from, stride, sites);
    if constexpr (std::is_same_v<T, Fixed16>)
        for (int k = 0; k < kTile; ++k)
            std::memcpy(to + SpinorRecord<T>::scale(k),
                        from + sites.tile[k] * stride +
                            SpinorRecord<T>::scale(sites.lane[k]),
                        sizeof(float));
}

/// Records of `sites` in `to` = those of one tile.
template <class T, int kReals>
inline void scatter(T* to, std::size_t stride, const SiteList& sites,
                    const T* from) {
    for (int k = 0; k < kTile; ++k)
        copy_record<T, kReals>(to + sites.tile[k] * stride, sites.lane[k], from,
                               k);
}

}  // namespace tasuki::wilson
