// TIPSY binary files: the snapshots of the TIPSY analysis program (N. Katz and
// T. Quinn, University of Washington), which PKDGRAV, GASOLINE, ChaNGa and
// Bonsai read and write.
//
//   header   time            8 bytes, double
//            n, dimensions   4 bytes each, integers
//            gas, dark, star how many of each, 4 bytes each; their sum is n
//            (padding        4 bytes, in most files)
//   gas      48 bytes each: mass, position (3), velocity (3), density,
//            temperature, smoothing length, metals, potential
//   dark     36 bytes each: mass, position, velocity, softening, potential
//   star     44 bytes each: mass, position, velocity, metals, time of
//            formation, softening, potential
//
// All of a record is IEEE 754 single precision, but for positions, or positions
// and velocities, in double, which ChaNGa writes on request; only the length of
// the file tells.  "Standard" files are big-endian, "native" ones have the
// order of the machine that wrote them. Gas, dark matter and stars become
// bodies in the order of the file; what is not mass, position or velocity is
// not read.
#pragma once

#include "io/bodies/body_file.hpp"

namespace tasuki::io {

/// Whether `dimensions` is 3 in either byte order, which is all that such a
/// file has of a magic number.
bool looks_like_tipsy(const Source& source);

/// @throws InputError
BodyFile parse_tipsy(const Source& source);

}  // namespace tasuki::io
