// Where a site is in its block.
#pragma once

#include "codelets/wilson/geometry.hpp"

namespace tasuki::wilson {

/// Coordinates in the block.
struct Place {
    int at[4];
};

/// The inverse of site_index().
TASUKI_HD Place place_of(const Geometry& g, const SiteIndex& site) {
    const int lane = site.index % g.lanes;
    const Cell cell = cell_at(g, site.index / g.lanes, site.parity);
    const int odd = (cell.y + cell.z + cell.t + cell.parity) & 1;
    Place place{{2 * cell.xh + odd, cell.y, cell.z, cell.t}};
    for (int mu = 0; mu < 4; ++mu)
        if ((lane & g.lane_bit[mu]) != 0) place.at[mu] += g.sub[mu];
    return place;
}

}  // namespace tasuki::wilson
