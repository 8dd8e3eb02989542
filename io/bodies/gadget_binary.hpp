// Snapshots of GADGET as it writes them without HDF5: its formats 1 and 2.
//
// A file is a row of blocks, and a block is its length in bytes (4 bytes), its
// data, and the length again, as Fortran writes records.  In format 2 each
// block stands behind one of 8 bytes: four letters and the bytes up to the next
// such block.
//
//   HEAD  256 bytes; numbers of bodies (6 types) and the mass of all bodies of
//         each type, or 0 where each has its own, come first
//   POS   positions (n, 3), all types in their order
//   VEL   velocities (n, 3)
//   ID    is not read
//   MASS  masses of the bodies of types without a mass in HEAD
//
// Format 1 has its blocks in this order.  Numbers are in single or double
// precision, which the length of a block tells, in either byte order.
// Source: Springel, User guide for GADGET-2 (2005), section 6.
#pragma once

#include "io/bodies/body_file.hpp"

namespace tasuki::io {

/// By the length of the first block and, in format 2, its name.
bool looks_like_gadget_binary(const Source& source);

/// @throws InputError  one of several files of a snapshot, a block that is cut
///                     or not as long as the header says, or numbers that no
///                     bodies have
BodyFile parse_gadget_binary(const Source& source);

}  // namespace tasuki::io
