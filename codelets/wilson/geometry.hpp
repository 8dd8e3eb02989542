// Order of the sites of a block in memory, and their neighbours.
//
// Even sites ((x+y+z+t) even) come first, then the odd ones.  The block is cut
// in half along up to three directions, which makes `lanes` = 1, 2, 4 or 8
// sub-blocks of equal extents; sites at the same place of every sub-block stand
// side by side:  index = cell * lanes + lane.  So all neighbours of a tile of
// eight lanes are again whole tiles, with the lanes exchanged where the step
// leaves the sub-block (the 'virtual nodes' of Boyle et al., arXiv:1512.03487).
// Cells are ordered with x/2 fastest, t slowest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codelets/lattice/extents.hpp"
#include "codelets/wilson/layout.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::wilson {

enum Direction : int { kX = 0, kY = 1, kZ = 2, kT = 3 };

/// A cell: one place in every sub-block, of one parity.
struct Cell {
    int xh, y, z, t;  ///< xh = x / 2
    int parity;       ///< 0 even, 1 odd
};

/// Where a step from a cell leads.
struct Step {
    int cell;      ///< cell number within the other parity
    bool crosses;  ///< leaves the sub-block, so lanes are exchanged
};

struct Geometry {
    int extent[4];    ///< of the block [sites]
    int sub[4];       ///< of a sub-block [sites]
    int lane_bit[4];  ///< bit of the lane number, 0 where not halved
    int lanes;        ///< sub-blocks: 1, 2, 4 or 8
    int cut[4];       ///< 1 where neighbours beyond the edge are in a face
    int half_volume;  ///< sites of one parity; a multiple of kTile
    int cells() const { return half_volume / lanes; }  ///< of one parity
};

/// Chooses sub-blocks.  `extents` are even (checked).
/// @param cut  per direction: the block is cut off from its neighbours there
/// @throws UsageError  an odd extent, or a block of more than 2^31 sites
Geometry make_geometry(const lattice::Extents& extents,
                       const bool (&cut)[lattice::kDimensions]);

TASUKI_HD int cell_index(const Geometry& g, int xh, int y, int z, int t) {
    return ((t * g.sub[kZ] + z) * g.sub[kY] + y) * (g.sub[kX] / 2) + xh;
}

/// The cell with this number within its parity; the inverse of cell_index().
TASUKI_HD Cell cell_at(const Geometry& g, int index, int parity) {
    Cell c;
    const int x_half = g.sub[kX] / 2;
    c.xh = index % x_half;
    index /= x_half;
    c.y = index % g.sub[kY];
    index /= g.sub[kY];
    c.z = index % g.sub[kZ];
    c.t = index / g.sub[kZ];
    c.parity = parity;
    return c;
}

/// The neighbour cell of `c` one step forward (sign +1) or backward (-1).
template <int kMu, int kSign>
TASUKI_HD Step neighbour(const Geometry& g, const Cell& c) {
    int xh = c.xh, y = c.y, z = c.z, t = c.t;
    bool crosses = false;
    const auto move = [&crosses](int& at, int extent) {
        at += kSign;
        crosses = kSign > 0 ? at == extent : at < 0;
        if (crosses) at = kSign > 0 ? 0 : extent - 1;
    };
    if constexpr (kMu == kX) {
        // x = 2 xh + odd: half of the steps stay at the same xh.
        const int odd = (y + z + t + c.parity) & 1;
        if (odd == (kSign > 0 ? 1 : 0)) move(xh, g.sub[kX] / 2);
    } else if constexpr (kMu == kY) {
        move(y, g.sub[kY]);
    } else if constexpr (kMu == kZ) {
        move(z, g.sub[kZ]);
    } else {
        move(t, g.sub[kT]);
    }
    return {cell_index(g, xh, y, z, t), crosses};
}

/// Whether the step that crosses leaves the block, for this lane.
template <int kMu, int kSign>
TASUKI_HD bool leaves_block(const Geometry& g, int lane) {
    const int bit = g.lane_bit[kMu];
    if (bit == 0) return true;
    const bool upper = (lane & bit) != 0;
    return kSign > 0 ? upper : !upper;
}

/// Place of a site: parity, and index within the parity.
struct SiteIndex {
    int parity;
    int index;
};

/// Of the site with these coordinates in the block.
TASUKI_HD SiteIndex site_index(const Geometry& g, int x, int y, int z, int t) {
    int lane = 0;
    const auto fold = [&g, &lane](int c, int mu) {
        if (c < g.sub[mu]) return c;
        lane |= g.lane_bit[mu];
        return c - g.sub[mu];
    };
    const int parity = (x + y + z + t) & 1;
    const int xs = fold(x, kX), ys = fold(y, kY), zs = fold(z, kZ),
              ts = fold(t, kT);
    return {parity, cell_index(g, xs / 2, ys, zs, ts) * g.lanes + lane};
}

/// Number of a site in a field.
TASUKI_HD std::size_t number_of(const Geometry& g, const SiteIndex& s) {
    return static_cast<std::size_t>(s.parity) * g.half_volume + s.index;
}
/// Offset of the tile of a site in an array of records, and its lane.
TASUKI_HD std::size_t tile_of(const Geometry& g, const SiteIndex& s) {
    return static_cast<std::size_t>(s.parity * (g.half_volume / kTile) +
                                    s.index / kTile);
}
TASUKI_HD int lane_of(const SiteIndex& s) {
    return s.index % kTile;
}

}  // namespace tasuki::wilson
