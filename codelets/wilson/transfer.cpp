#include "codelets/wilson/transfer.hpp"

#include "codelets/wilson/face.hpp"
#include "runtime/team.hpp"

namespace tasuki::wilson {

namespace {

using lattice::Complex, lattice::Coordinates;

/// Calls body(site in the lattice, site in the block) for all sites of a block.
template <class Body>
void for_sites(const lattice::Extents& whole, const Coordinates& origin,
               const Geometry& g, const Body& body) {
    runtime::parallel_ranges(
        g.extent[kT], 1, [&](std::size_t begin, std::size_t end) {
            for (int t = static_cast<int>(begin); t < static_cast<int>(end);
                 ++t)
                for (int z = 0; z < g.extent[kZ]; ++z)
                    for (int y = 0; y < g.extent[kY]; ++y)
                        for (int x = 0; x < g.extent[kX]; ++x)
                            body(whole.index({origin[kX] + x, origin[kY] + y,
                                              origin[kZ] + z, origin[kT] + t}),
                                 site_index(g, x, y, z, t));
        });
}

template <class T, int kReals>
void put_record(std::span<const Complex> values, T* tile, int lane) {
    for (int c = 0; c < kReals; ++c) {
        const Complex& value = values[c / 2];
        tile[Record<T, kReals>::offset(c, lane)] =
            static_cast<T>(c % 2 == 0 ? value.real() : value.imag());
    }
}

/// Coordinates of a site of the block; the inverse of site_index().
Coordinates coordinates_of(const Geometry& g, const SiteIndex& site) {
    const int lane = site.index % g.lanes;
    Geometry in_order = g;
    in_order.z_chunk = g.sub[kZ];
    const Cell cell = visited_cell(in_order, site.index / g.lanes, site.parity);
    const int odd = (cell.y + cell.z + cell.t + cell.parity) & 1;
    Coordinates c{2 * cell.xh + odd, cell.y, cell.z, cell.t};
    for (int mu = 0; mu < 4; ++mu)
        if ((lane & g.lane_bit[mu]) != 0) c[mu] += g.sub[mu];
    return c;
}

}  // namespace

template <class T>
void import_spinor(const lattice::SpinorField& whole, const Coordinates& origin,
                   const Geometry& g, std::span<T> tiles) {
    for_sites(
        whole.extents, origin, g, [&](std::size_t n, const SiteIndex& site) {
            put_record<T, kSpinorReals>(
                whole.sites[n],
                tiles.data() + tile_of(g, site) * SpinorRecord<T>::kTileReals,
                lane_of(site));
        });
}

template <class T>
void export_spinor(std::span<const T> tiles, const Geometry& g,
                   const Coordinates& origin, lattice::SpinorField& whole) {
    for_sites(
        whole.extents, origin, g, [&](std::size_t n, const SiteIndex& site) {
            const T* tile =
                tiles.data() + tile_of(g, site) * SpinorRecord<T>::kTileReals;
            const int lane = lane_of(site);
            for (int k = 0; k < 12; ++k)
                whole.sites[n][k] = {
                    tile[SpinorRecord<T>::offset(2 * k, lane)],
                    tile[SpinorRecord<T>::offset(2 * k + 1, lane)]};
        });
}

template <class T, int kLinkReals>
void import_links(const lattice::GaugeField& whole, const Coordinates& origin,
                  const Geometry& g, std::span<T> tiles) {
    constexpr std::size_t stride = LinkRecord<T, kLinkReals>::kTileReals;
    for_sites(whole.extents(), origin, g,
              [&](std::size_t n, const SiteIndex& site) {
                  for (int mu = 0; mu < 4; ++mu)
                      put_record<T, kLinkReals>(
                          whole.link(n, mu).e,
                          tiles.data() + (tile_of(g, site) * 4 + mu) * stride,
                          lane_of(site));
              });
}

template <class T, int kLinkReals>
void import_face_links(const lattice::GaugeField& whole,
                       const Coordinates& origin, const Geometry& g, int mu,
                       std::span<T> tiles) {
    constexpr std::size_t stride = LinkRecord<T, kLinkReals>::kTileReals;
    for (int f = 0; f < face_sites(g, mu); ++f) {
        Coordinates c = coordinates_of(g, face_site(g, mu, Edge::last, f));
        for (int nu = 0; nu < 4; ++nu) c[nu] += origin[nu];
        put_record<T, kLinkReals>(whole.link(whole.extents().index(c), mu).e,
                                  tiles.data() + f / kTile * stride, f % kTile);
    }
}

template void import_spinor(const lattice::SpinorField&, const Coordinates&,
                            const Geometry&, std::span<double>);
template void import_spinor(const lattice::SpinorField&, const Coordinates&,
                            const Geometry&, std::span<float>);
template void export_spinor(std::span<const double>, const Geometry&,
                            const Coordinates&, lattice::SpinorField&);
template void export_spinor(std::span<const float>, const Geometry&,
                            const Coordinates&, lattice::SpinorField&);
template void import_links<double, 18>(const lattice::GaugeField&,
                                       const Coordinates&, const Geometry&,
                                       std::span<double>);
template void import_links<double, 12>(const lattice::GaugeField&,
                                       const Coordinates&, const Geometry&,
                                       std::span<double>);
template void import_links<float, 18>(const lattice::GaugeField&,
                                      const Coordinates&, const Geometry&,
                                      std::span<float>);
template void import_links<float, 12>(const lattice::GaugeField&,
                                      const Coordinates&, const Geometry&,
                                      std::span<float>);
template void import_face_links<double, 18>(const lattice::GaugeField&,
                                            const Coordinates&, const Geometry&,
                                            int, std::span<double>);
template void import_face_links<double, 12>(const lattice::GaugeField&,
                                            const Coordinates&, const Geometry&,
                                            int, std::span<double>);
template void import_face_links<float, 18>(const lattice::GaugeField&,
                                           const Coordinates&, const Geometry&,
                                           int, std::span<float>);
template void import_face_links<float, 12>(const lattice::GaugeField&,
                                           const Coordinates&, const Geometry&,
                                           int, std::span<float>);

}  // namespace tasuki::wilson
