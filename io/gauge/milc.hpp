// MILC version 5 gauge configurations: a 96-byte header, then single-precision
// links with three rows, in the byte order of the machine that wrote them.
//
// Header: magic number 20103, nx, ny, nz, nt (32 bit each), a time stamp (64
// bytes), the order of the sites (0: x fastest), two checksums (32 bit each).
// A text file FILE.info beside it may state plaquette and link trace.
// Source: MILC code, "generic" input and output of version 5 lattices.
#pragma once

#include <string_view>

#include "io/atomic_file.hpp"
#include "io/gauge/validate.hpp"

namespace tasuki::io {

inline constexpr std::string_view kMilcMagicBig{"\x00\x00\x4e\x87", 4};
inline constexpr std::string_view kMilcMagicLittle{"\x87\x4e\x00\x00", 4};

/// @throws InputError
Parsed parse_milc(const Source& source, const Share& share);

/// The time stamp says only who wrote the file, so that the same field gives
/// the same bytes.
/// @return the checksums in the header.  @throws UsageError as AtomicFile
std::vector<NamedChecksum> write_milc(AtomicFile& file,
                                      const lattice::GaugeField& field,
                                      const WriteOptions& options);

}  // namespace tasuki::io
