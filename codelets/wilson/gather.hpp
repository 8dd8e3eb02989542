// Collects the records of eight sites that do not form a tile into one, and
// spreads them again: for faces, and for blocks too small for eight sub-blocks.
#pragma once

#include <cstring>

#include "codelets/wilson/face_list.hpp"
#include "codelets/wilson/site_reals.hpp"

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
    /// Number of a site in its field.
    std::size_t number(int k) const { return tile[k] * kTile + lane[k]; }
    /// Whether the sites are one tile, in order.
    bool is_tile() const {
        for (int k = 0; k < kTile; ++k)
            if (tile[k] != tile[0] || lane[k] != k) return false;
        return true;
    }
};

/// The eight sites of tile `face_tile` of a face.
inline SiteList face_tile_sites(const Geometry& g, const FaceList& list, int mu,
                                Hop hop, Edge edge, int face_tile) {
    SiteList sites;
    for (int k = 0; k < kTile; ++k)
        sites.set(k, g,
                  used_site(g, list, mu, hop, edge, face_tile * kTile + k));
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

/// A record in fixed point as lane `lane` of a tile of numbers to compute with.
template <int kReals>
inline void unpack_record(float* tile, int lane, const Fixed16* field,
                          std::size_t number) {
    const SiteReals<Fixed16, kReals> record{field, number};
    for (int c = 0; c < kReals; ++c)
        tile[Record<float, kReals>::offset(c, lane)] = record.r[c];
}
/// The inverse.
template <int kReals>
inline void pack_record(Fixed16* field, std::size_t number, const float* tile,
                        int lane) {
    SiteReals<Fixed16, kReals> record;
    for (int c = 0; c < kReals; ++c)
        record.r[c] = tile[Record<float, kReals>::offset(c, lane)];
    record.store(field, number);
}

/// Spinors of `sites` as a tile of numbers to compute with.
template <class T>
inline void take_spinors(Compute<T>* to, const T* field,
                         const SiteList& sites) {
    if constexpr (std::is_same_v<T, Fixed16>)
        for (int k = 0; k < kTile; ++k)
            unpack_record<kSpinorReals>(to, k, field, sites.number(k));
    else
        gather<T, kSpinorReals>(to, field, SpinorRecord<T>::kTileReals, sites);
}
/// The same, or where they are if that is such a tile.
template <class T>
inline const Compute<T>* read_spinors(const T* field, const SiteList& sites,
                                      Compute<T>* buffer) {
    if constexpr (!std::is_same_v<T, Fixed16>)
        if (sites.is_tile())
            return field + sites.tile[0] * SpinorRecord<T>::kTileReals;
    take_spinors(buffer, field, sites);
    return buffer;
}
/// The inverse of take_spinors().
template <class T>
inline void put_spinors(T* field, const SiteList& sites,
                        const Compute<T>* from) {
    if constexpr (std::is_same_v<T, Fixed16>)
        for (int k = 0; k < kTile; ++k)
            pack_record<kSpinorReals>(field, sites.number(k), from, k);
    else
        scatter<T, kSpinorReals>(field, SpinorRecord<T>::kTileReals, sites,
                                 from);
}

/// A tile of half-spinors of a face as numbers to compute with: where it is, or
/// in fixed point in `buffer`.
template <class T>
inline const Compute<T>* read_halves(const T* face, std::size_t tile,
                                     Compute<T>* buffer) {
    if constexpr (std::is_same_v<T, Fixed16>) {
        for (int k = 0; k < kTile; ++k)
            unpack_record<kHalfSpinorReals>(buffer, k, face, tile * kTile + k);
        return buffer;
    } else {
        return face + tile * HalfSpinorRecord<T>::kTileReals;
    }
}
/// Calls fill(numbers) for a tile that is to be written.
template <class T, class Fill>
inline void write_halves(T* face, std::size_t tile, Compute<T>* buffer,
                         const Fill& fill) {
    if constexpr (std::is_same_v<T, Fixed16>) {
        fill(buffer);
        for (int k = 0; k < kTile; ++k)
            pack_record<kHalfSpinorReals>(face, tile * kTile + k, buffer, k);
    } else {
        fill(face + tile * HalfSpinorRecord<T>::kTileReals);
    }
}

}  // namespace tasuki::wilson
