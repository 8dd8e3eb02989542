// A pass of the hopping term over the sites of one parity, or of both: the
// arithmetic of the codelets `interior` and `hopping`.
#pragma once

#include "codelets/wilson/geometry.hpp"

namespace tasuki::wilson {

/// out = a (1 + i twist_x g_5) x + b (1 + i twist_h g_5) H in on the sites of
/// `parities` parities from `first_parity`.
struct Sweep {
    Geometry geometry;
    int first_parity;
    int parities;  ///< 1, or 2: the whole block
    bool dagger;   ///< H^dagger = g_5 H g_5 instead of H
    int t_sign;    ///< +1 or -1: boundary condition where T wraps around
    double a, b;
    // With one parity only:
    int columns = 1;  ///< of the fields, which have the same links
    double twist_x = 0, twist_h = 0;
};

/// Fields by parity of their sites; those that a sweep leaves out may be null.
template <class T>
struct SweepFields {
    T* out[2];       // (parity) (columns)(volume / 2) spinors
    const T* in[2];  // (parity) (columns)(volume / 2) spinors
    const T* x[2];   // (parity) (columns)(volume / 2), not read if a = 0
    const T* u;      // (volume)(4) links
    /// Of |out|^2, of one parity (columns)(tiles); null: not needed.
    double* tile_sums = nullptr;

    /// The fields from a column on.
    TASUKI_HD SweepFields column(const Geometry& g, int c) const {
        const std::size_t tiles =
            std::size_t(c) * std::size_t(g.half_volume / kTile);
        const auto from = [](auto* field, std::size_t offset) {
            return field == nullptr ? field : field + offset;
        };
        const std::size_t reals = tiles * SpinorRecord<T>::kTileReals;
        return {{from(out[0], reals), from(out[1], reals)},
                {from(in[0], reals), from(in[1], reals)},
                {from(x[0], reals), from(x[1], reals)},
                u,
                from(tile_sums, tiles)};
    }
};

template <class T>
inline constexpr double kBytesPerLinkReal = sizeof(T);
template <class T>
inline constexpr double kBytesPerSpinor =
    static_cast<double>(SpinorRecord<T>::kTileReals) * sizeof(T) / kTile;

/// Units of the CPU's loop: columns of cells in t, or tiles of one
/// parity where a block is too small for eight sub-blocks.
inline std::size_t cpu_units(const Geometry& g) {
    return g.lanes == kTile ? g.cells() / g.sub[kT] : g.half_volume / kTile;
}

/// @tparam T           double, float or Fixed16
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
void sweep_cpu(const Sweep& sweep, const SweepFields<T>& fields) noexcept;

}  // namespace tasuki::wilson
