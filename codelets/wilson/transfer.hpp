// Between fields of a lattice, or of a box around the block, in plain order
// (host, double) and the tiles of one block in the order and precision of the
// kernels.  A field without links or sites leaves tiles as they are.
#pragma once

#include <optional>
#include <span>

#include "codelets/lattice/spinor_field.hpp"
#include "codelets/wilson/geometry.hpp"

namespace tasuki::wilson {

/// Numbers of reals, scales counted as two, in a block's fields.
template <class T>
std::size_t spinor_reals(const Geometry& g) {
    return std::size_t{2} * g.half_volume / kTile * SpinorRecord<T>::kTileReals;
}
inline std::size_t link_reals(const Geometry& g, int reals_per_link) {
    return std::size_t{2} * g.half_volume * 4 * reals_per_link;
}

/// The tiles of a block's even sites and those of its odd ones, each
/// (spinor_reals<T>(g) / 2).
template <class T>
struct BothParities {
    std::span<T> even, odd;
};

/// @param origin  coordinates of the block's first site in the lattice
/// @param tiles   (spinor_reals<T>(g)): even sites, then odd ones
template <class T>
void import_spinor(const lattice::SpinorField& whole,
                   const lattice::Coordinates& origin, const Geometry& g,
                   BothParities<T> tiles);
template <class T>
void import_spinor(const lattice::SpinorField& whole,
                   const lattice::Coordinates& origin, const Geometry& g,
                   std::span<T> tiles) {
    const auto half = spinor_reals<T>(g) / 2;
    import_spinor(whole, origin, g,
                  BothParities<T>{tiles.first(half), tiles.subspan(half)});
}
template <class T>
void export_spinor(BothParities<const T> tiles, const Geometry& g,
                   const lattice::Coordinates& origin,
                   lattice::SpinorField& whole);
template <class T>
void export_spinor(std::span<const T> tiles, const Geometry& g,
                   const lattice::Coordinates& origin,
                   lattice::SpinorField& whole) {
    const auto half = spinor_reals<T>(g) / 2;
    export_spinor(BothParities<const T>{tiles.first(half), tiles.subspan(half)},
                  g, origin, whole);
}

/// The same of what the kernel site_order has made.
/// @param sites  (volume)(spin)(colour)(re, im), x fastest
void export_ordered(std::span<const double> sites, const Geometry& g,
                    const lattice::Coordinates& origin,
                    lattice::SpinorField& whole);

/// @param tiles  (link_reals(g, kLinkReals))
template <class T, int kLinkReals>
void import_links(const lattice::GaugeField& whole,
                  const lattice::Coordinates& origin, const Geometry& g,
                  std::span<T> tiles);

/// Links U_mu of the block's last layer, in face order.
/// @param tiles  (face_sites * kLinkReals), or of as many places as one half of
///               the face has
/// @param half   0 or 1, see half_of_face(); nothing: both
template <class T, int kLinkReals>
void import_face_links(const lattice::GaugeField& whole,
                       const lattice::Coordinates& origin, const Geometry& g,
                       int mu, std::span<T> tiles,
                       std::optional<int> half = {});

}  // namespace tasuki::wilson
