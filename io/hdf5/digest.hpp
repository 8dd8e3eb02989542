// A checksum over all of a file, inside that file: CRC-32 of its bytes
// with its own eight digits taken as 0.  It stands in a text
//
//   CRC-32 of this file with 00000000 in place of the last 8 digits: 1b851995
//
// which is found in the bytes themselves.  So nothing that a reader uses can be
// left out, and HDF5 never sees a damaged file.  CRC-32 detects every change
// within 32 neighbouring bits, and all but one in 4e9 of the others; the
// datasets have HDF5's Fletcher-32 besides.  It needs no further library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "io/atomic_file.hpp"

namespace tasuki::io {

/// The text, before seal().
std::string unsealed_digest();
/// Puts the checksum into the text, if the file has one.
void seal(std::span<std::byte> file);
/// The same in a file of a disk, where the text stands in the first MiB.
/// @throws UsageError  it cannot be read or written
void seal(const AtomicFile& file);

/// Both empty: there is no such text.
struct Digest {
    std::string stated, computed;
};
Digest find_digest(std::string_view file);

}  // namespace tasuki::io
