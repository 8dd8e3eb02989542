// Order of the sites of one face of a block.
//
// A face of direction mu holds one layer of sites.  Both blocks that share it
// number its sites alike: first those with (sum of the other coordinates)
// even, then odd; within that by cell and lane of the other three directions,
// as in geometry.hpp.  So packing a face reads runs of memory.
#pragma once

#include "codelets/wilson/geometry.hpp"

namespace tasuki::wilson {

/// Which of the two layers at the edges of a block: c_mu = 0 or c_mu = last.
enum class Edge : int { first = 0, last = 1 };

/// Sites of the layer; a multiple of kTile because extents are even.
TASUKI_HD int face_sites(const Geometry& g, int mu) {
    return 2 * g.half_volume / g.extent[mu];
}

/// The `f`-th site of the layer `edge` of direction `mu`.
TASUKI_HD SiteIndex face_site(const Geometry& g, int mu, Edge edge, int f) {
    const int half = face_sites(g, mu) / 2;
    const int face_parity = f / half;
    f -= face_parity * half;
    // Lanes of the three other directions, then their cells, compressed along
    // X (along Y in an X face), which comes first.
    const int own_bit = g.lane_bit[mu];
    const int lanes = own_bit != 0 ? g.lanes / 2 : g.lanes;
    const int digits = f % lanes;
    f /= lanes;
    // Insert a zero at the place of mu's own bit.
    int lane = own_bit != 0
                   ? ((digits & ~(own_bit - 1)) << 1) | (digits & (own_bit - 1))
                   : digits;
    int c[4] = {0, 0, 0, 0};
    const int compressed = mu == kX ? kY : kX;
    int sum = 0;
    for (int nu = 0; nu < 4; ++nu) {
        if (nu == mu) continue;
        const int n = nu == compressed ? g.sub[nu] / 2 : g.sub[nu];
        c[nu] = f % n;
        f /= n;
        if (nu != compressed) sum += c[nu];
    }
    c[compressed] = 2 * c[compressed] + ((sum + face_parity) & 1);
    if (edge == Edge::last) {
        c[mu] = g.sub[mu] - 1;
        lane |= own_bit;
    }
    // Sub-block extents are even, so the lane does not change the parity.
    const int parity = (face_parity + c[mu]) & 1;
    return {parity,
            cell_index(g, c[kX] / 2, c[kY], c[kZ], c[kT]) * g.lanes + lane};
}

}  // namespace tasuki::wilson
