#include "codelets/wilson/geometry.hpp"

#include <fmt/format.h>

#include "runtime/core/error.hpp"

namespace tasuki::wilson {

Geometry make_geometry(const lattice::Extents& extents,
                       const bool (&cut)[lattice::kDimensions]) {
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        if (extents[mu] < 2 || extents[mu] % 2 != 0)
            throw runtime::UsageError(fmt::format(
                "block {}: even extents needed for even-odd order, found {} "
                "in direction {}",
                lattice::to_string(extents), extents[mu], "XYZT"[mu]));
    if (extents.volume() > (std::size_t{1} << 31))
        throw runtime::UsageError(fmt::format(
            "block {}: more than 2^31 sites; cut the lattice into more blocks",
            lattice::to_string(extents)));
    Geometry g{};
    g.lanes = 1;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        g.extent[mu] = g.sub[mu] = extents[mu];
        g.cut[mu] = cut[mu] ? 1 : 0;
    }
    // T last: a time slice then stays one run of memory (T is what is cut
    // first over machines), and the sweep through t needs half the cache.
    for (const int mu : {kZ, kY, kX, kT})
        if (g.lanes < kTile && extents[mu] % 4 == 0) {
            g.sub[mu] = extents[mu] / 2;
            g.lane_bit[mu] = g.lanes;
            g.lanes *= 2;
        }
    g.half_volume = static_cast<int>(extents.volume() / 2);
    return g;
}

}  // namespace tasuki::wilson
