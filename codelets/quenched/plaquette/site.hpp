// The sums of one row of sites, on host and device.
#pragma once

#include "codelets/lattice/matrix3-inl.hpp"
#include "codelets/quenched/plaquette/plaquette.hpp"

namespace tasuki::quenched::plaquette {

TASUKI_HD lattice::PlaquetteSums sums_of_row(const Links& u, std::size_t row) {
    const auto length = static_cast<std::size_t>(u.extents[0]);
    return lattice::inl::plaquettes_of_row(
        u.extents.coordinates(row * length), u.extents[0],
        [&u](const lattice::Coordinates& c) { return u.site(c); });
}

}  // namespace tasuki::quenched::plaquette
