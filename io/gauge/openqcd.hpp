// Configurations as openQCD and openQxD export them.
//
//   T, X, Y, Z  numbers of sites, 4 bytes each; all are even
//   plaquette   average of Re tr U_P, double
//   links       of each odd site (x + y + z + t is odd), Z fastest, then Y, X
//               and T: those along +T, -T, +X, -X, +Y, -Y, +Z, -Z, which are
//               U_mu(n) and U_mu(n - mu), with three rows, in double
//   then, where openQxD has a U(1) field too, its plaquette and its links (one
//   number each), which are not read
//
// All is little-endian.  There is no magic number and no checksum: extents and
// length tell the format, and the plaquette, in all its digits, is checked.
// Sources: openQCD 2.4 and openQxD 1.0, notes in modules/archive/archive.c.
#pragma once

#include "io/atomic_file.hpp"
#include "io/gauge/validate.hpp"

namespace tasuki::io {

/// By extents that make sense, and a plaquette or a length that does.
bool looks_like_openqcd(const Source& source);

/// @throws InputError  also a field with open boundary conditions, or of U(1)
///                     only
Parsed parse_openqcd(const Source& source, const Share& share);

/// @return none, as there is no checksum.
/// @throws UsageError  odd extents, or as AtomicFile
std::vector<NamedChecksum> write_openqcd(AtomicFile& file,
                                         const lattice::GaugeField& field,
                                         const WriteOptions& options);

}  // namespace tasuki::io
