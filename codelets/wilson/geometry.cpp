#include "codelets/wilson/geometry.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace tasuki::wilson {

namespace {

/// Layers in z whose sweep through t re-reads neighbours from the cache: three
/// time slices of the chunk should fit in it with room to spare.
int choose_z_chunk(const Geometry& g) {
    constexpr double window_bytes =
        12e6;  // of a 50 MB L2, see docs/performance
    const double site_bytes = (4 * 18 + 2 * kSpinorReals) * sizeof(double);
    const double layer = site_bytes * g.sub[kX] * g.sub[kY] * g.lanes;
    int chunk = g.sub[kZ];
    while (chunk % 2 == 0 && chunk > 2 && chunk * layer > window_bytes)
        chunk /= 2;
    return chunk;
}

}  // namespace

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
    g.z_chunk = choose_z_chunk(g);
    return g;
}

}  // namespace tasuki::wilson
