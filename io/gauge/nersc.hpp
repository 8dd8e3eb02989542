// The NERSC archive format ("Gauge Connection"): a text header of
// "KEY = value" lines between BEGIN_HEADER and END_HEADER, then the links.
//
// DATATYPE says two rows (4D_SU3_GAUGE) or three (4D_SU3_GAUGE_3x3),
// FLOATING_POINT the precision and byte order, CHECKSUM the sum of all 32-bit
// words in hexadecimal.  LINK_TRACE is the average of Re tr U / 3, PLAQUETTE
// that of Re tr U_P / 3.  BOUNDARY_1 to BOUNDARY_4 are those of fermions, which
// are an option of a run here.
// Source: G. Kilcup et al., "The Gauge Connection" (NERSC), archive format.
#pragma once

#include "io/atomic_file.hpp"
#include "io/gauge/validate.hpp"

namespace tasuki::io {

inline constexpr std::string_view kNerscMagic = "BEGIN_HEADER";

/// @throws InputError
Parsed parse_nersc(const Source& source, const Share& share);

/// @return the checksum in the header.  @throws UsageError as AtomicFile
std::vector<NamedChecksum> write_nersc(AtomicFile& file,
                                       const lattice::GaugeField& field,
                                       const WriteOptions& options);

}  // namespace tasuki::io
