// ILDG gauge configurations and SciDAC single-file fields of SU(3) links, both
// in LIME.
//
// The links are big-endian with three rows.  ILDG states precision and
// extents in the XML record ildg-format and keeps the links in
// ildg-binary-data; plain SciDAC files state them in scidac-private-file-xml
// and scidac-private-record-xml and use scidac-binary-data.  Both may add
// scidac-checksum, and plaquette and link trace in a usqcdInfo record.
// Sources: ILDG Binary File Format, revision 1.1; USQCD QIO documentation.
#pragma once

#include "io/atomic_file.hpp"
#include "io/gauge/validate.hpp"
#include "io/lime/lime.hpp"

namespace tasuki::io {

/// @throws InputError
Parsed parse_lime(const Source& source, const Share& share);

/// Writes a SciDAC file as QIO does, or an ILDG file, which has the same
/// records and those of ILDG.
/// @return the checksums in it.  @throws UsageError as AtomicFile
std::vector<NamedChecksum> write_lime(AtomicFile& file,
                                      const lattice::GaugeField& field,
                                      const WriteOptions& options);

}  // namespace tasuki::io
