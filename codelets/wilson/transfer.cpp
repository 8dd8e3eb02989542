#include "codelets/wilson/transfer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "codelets/wilson/eight_reals.hpp"
#include "codelets/wilson/face.hpp"
#include "codelets/wilson/link_record.hpp"
#include "codelets/wilson/place.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::wilson {

namespace {

using lattice::Complex, lattice::Coordinates;

/// Calls body(place in the region, site in the block) for all sites of a block.
template <class Body>
void for_sites(const lattice::Region& region, const Coordinates& origin,
               const Geometry& g, const Body& body) {
    runtime::parallel_ranges(
        g.extent[kT], 1, [&](std::size_t begin, std::size_t end) {
            for (int t = static_cast<int>(begin); t < static_cast<int>(end);
                 ++t)
                for (int z = 0; z < g.extent[kZ]; ++z)
                    for (int y = 0; y < g.extent[kY]; ++y)
                        for (int x = 0; x < g.extent[kX]; ++x)
                            body(region.index({origin[kX] + x, origin[kY] + y,
                                               origin[kZ] + z, origin[kT] + t}),
                                 site_index(g, x, y, z, t));
        });
}

template <class T>
void put_spinor(const lattice::SpinorSite& site, T* tile, int lane) {
    if constexpr (std::is_same_v<T, Fixed16>) {
        // NaN and infinity make the scale, and so the site, NaN.
        double largest = 0, poison = 0;
        for (const Complex& c : site) {
            largest =
                std::max({largest, std::abs(c.real()), std::abs(c.imag())});
            poison += 0 * c.real() + 0 * c.imag();
        }
        const auto scale = static_cast<float>(largest + poison);
        put_fixed<kSpinorReals>(site.data(), scale, tile, lane);
        std::memcpy(tile + SpinorRecord<T>::scale(lane), &scale, sizeof scale);
    } else {
        put_record<T, kSpinorReals>(site.data(), tile, lane);
    }
}

template <class T>
void get_spinor(const T* tile, int lane, lattice::SpinorSite& site) {
    double scale = 1;
    if constexpr (std::is_same_v<T, Fixed16>) {
        float stored;
        std::memcpy(&stored, tile + SpinorRecord<T>::scale(lane),
                    sizeof stored);
        scale = stored / static_cast<double>(kFixedOne);
    }
    for (int k = 0; k < 12; ++k)
        site[k] = {scale * tile[SpinorRecord<T>::offset(2 * k, lane)],
                   scale * tile[SpinorRecord<T>::offset(2 * k + 1, lane)]};
}

/// A number with the lowest bit of its significand set or cleared.
template <class T>
T with_low_bit(T value, bool bit) {
    using Bits = std::conditional_t<
        sizeof(T) == 8, std::uint64_t,
        std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
    return std::bit_cast<T>(static_cast<Bits>(
        (std::bit_cast<Bits>(value) & ~Bits{1}) | (bit ? 1 : 0)));
}

template <class T, int kLinkReals>
void put_link(const lattice::Matrix3& u, T* tile, int lane) {
    if constexpr (kLinkReals == 8) {
        const EightReals eight = eight_reals(u);
        for (int c = 0; c < 8; ++c) {
            double number = eight.r[c];
            if constexpr (std::is_same_v<T, Fixed16>)
                number = std::lrint(kFixedOne * number);
            tile[Record<T, 8>::offset(c, lane)] =
                with_low_bit(static_cast<T>(number), eight.low_bit[c]);
        }
    } else {
        put_rows<T, kLinkReals>(u, tile, lane);
    }
}

/// Of its spinor.
template <class T>
T* tile_at(BothParities<T> tiles, const SiteIndex& site) {
    using Stored = std::remove_const_t<T>;
    return (site.parity == 0 ? tiles.even : tiles.odd).data() +
           static_cast<std::size_t>(site.index / kTile) *
               SpinorRecord<Stored>::kTileReals;
}

}  // namespace

template <class T>
void import_spinor(const lattice::SpinorField& whole, const Coordinates& origin,
                   const Geometry& g, BothParities<T> tiles) {
    if (whole.sites.empty()) return;
    for_sites(
        whole.region, origin, g, [&](std::size_t n, const SiteIndex& site) {
            put_spinor(whole.sites[n], tile_at(tiles, site), lane_of(site));
        });
}

template <class T>
void export_spinor(BothParities<const T> tiles, const Geometry& g,
                   const Coordinates& origin, lattice::SpinorField& whole) {
    for_sites(
        whole.region, origin, g, [&](std::size_t n, const SiteIndex& site) {
            get_spinor(tile_at(tiles, site), lane_of(site), whole.sites[n]);
        });
}

void export_ordered(std::span<const double> sites, const Geometry& g,
                    const Coordinates& origin, lattice::SpinorField& whole) {
    const auto row = static_cast<std::size_t>(g.extent[kX]);
    const auto slice = [&](std::size_t t) {
        const double* from =
            &sites[t * row * g.extent[kY] * g.extent[kZ] * kSpinorReals];
        for (int z = 0; z < g.extent[kZ]; ++z)
            for (int y = 0; y < g.extent[kY]; ++y, from += row * kSpinorReals)
                std::memcpy(static_cast<void*>(&whole.at(
                                {origin[kX], origin[kY] + y, origin[kZ] + z,
                                 origin[kT] + static_cast<int>(t)})),
                            from, row * sizeof(lattice::SpinorSite));
    };
    runtime::parallel_ranges(g.extent[kT], 1,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto t = begin; t < end; ++t) slice(t);
                             });
}

template <class T, int kLinkReals>
void import_links(const lattice::GaugeField& whole, const Coordinates& origin,
                  const Geometry& g, std::span<T> tiles) {
    if (!whole.has_links()) return;
    constexpr std::size_t stride = LinkRecord<T, kLinkReals>::kTileReals;
    for_sites(whole.region(), origin, g,
              [&](std::size_t n, const SiteIndex& site) {
                  for (int mu = 0; mu < 4; ++mu)
                      put_link<T, kLinkReals>(
                          whole.link(n, mu),
                          tiles.data() + (tile_of(g, site) * 4 + mu) * stride,
                          lane_of(site));
              });
}

template <class T, int kLinkReals>
void import_face_links(const lattice::GaugeField& whole,
                       const Coordinates& origin, const Geometry& g, int mu,
                       std::span<T> tiles, std::optional<int> half) {
    if (!whole.has_links()) return;
    constexpr std::size_t stride = LinkRecord<T, kLinkReals>::kTileReals;
    const int sites = face_sites(g, mu) / (half ? 2 : 1);
    const int places = static_cast<int>(tiles.size()) / kLinkReals;
    for (int f = 0; f < places; ++f) {
        // Places behind the last site repeat it.
        const int site = half.value_or(0) * sites + std::min(f, sites - 1);
        const Place in_block = place_of(g, face_site(g, mu, Edge::last, site));
        Coordinates c = origin;
        for (int nu = 0; nu < 4; ++nu) c[nu] += in_block.at[nu];
        put_link<T, kLinkReals>(whole.link(c, mu),
                                tiles.data() + f / kTile * stride, f % kTile);
    }
}

#define TASUKI_INSTANTIATE(T)                                           \
    template void import_spinor(const lattice::SpinorField&,            \
                                const Coordinates&, const Geometry&,    \
                                BothParities<T>);                       \
    template void export_spinor(BothParities<const T>, const Geometry&, \
                                const Coordinates&, lattice::SpinorField&);
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

#define TASUKI_INSTANTIATE(T, kLinkReals)                                     \
    template void import_links<T, kLinkReals>(const lattice::GaugeField&,     \
                                              const Coordinates&,             \
                                              const Geometry&, std::span<T>); \
    template void import_face_links<T, kLinkReals>(                           \
        const lattice::GaugeField&, const Coordinates&, const Geometry&, int, \
        std::span<T>, std::optional<int>);
TASUKI_FOR_STORED_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson
