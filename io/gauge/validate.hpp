// Does a configuration hold what its file says?
#pragma once

#include <string>
#include <vector>

#include "io/gauge/gauge_file.hpp"

namespace tasuki::io {

enum class Quantity {
    plaquette,
    plaquette_spatial,
    plaquette_temporal,
    link_trace
};

/// A number that a file states about its links.
struct Claim {
    Quantity quantity;
    std::string key;   ///< where it stands, e.g. "header key PLAQUETTE"
    std::string text;  ///< as written
    double factor;     ///< stated value * factor = Re tr / 3
};

/// What a format's parser gives; the links are not checked yet.
struct Parsed {
    lattice::Region own;  ///< of the links that were read
    GaugeFile file;
    std::vector<Claim> claims{};
};

/// Largest unitarity_defect() that counts as SU(3).  Links that were computed
/// in single precision are off by 5e-7 in the files that we have seen; also
/// for double files, because some of them were made from single ones.
inline constexpr double kUnitarityTolerance = 1e-5;

/// lattice::worst_unitarity() on all cores and without its square roots: a
/// large field is checked in about the time that reading it takes.
lattice::Unitarity find_worst_link(const lattice::GaugeField& field);

/// "site (1, 2, 3, 0) direction Y"
std::string describe_link(const lattice::Extents& extents, std::size_t site,
                          int mu);

/// Checks checksums, links and claims of the whole field, in this order, and
/// fills in what was measured.  Every rank calls, and sees the same.
/// @throws InputError naming the source
GaugeFile validated(const Source& source, Parsed parsed, const Share& share);

}  // namespace tasuki::io
