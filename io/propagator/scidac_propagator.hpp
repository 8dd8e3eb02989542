// A quark propagator as USQCD programs exchange them: a SciDAC file (LIME) with
// a record for the source and one for each solution.
//
//   pairs   USQCD_DiracFermion_Source_Sink_Pairs: before each solution its
//           source, both spinors; of 12 solutions, the source of solution
//           (s, c) is 1 in the component of spin s and colour c, where it is
//           not 0, and c runs fastest
//   scalar  USQCD_DiracFermion_ScalarSource_TwelveSink: the source is a complex
//           field without spin and colour, before 12 solutions; solution (s, c)
//           is that of the source times the unit vector of s and c
//
// Numbers are big-endian and double; sites have x fastest, spinors are (spin)
// (colour)(re, im) in the basis of degrand_rossi.hpp.  A field has four LIME
// records: scidac-private-record-xml, scidac-record-xml, scidac-binary-data and
// scidac-checksum.
// Sources: USQCD QIO documentation (qio_2p3), appendix; DeTar, USQCD Propagator
// Formats (ILDG 14, 2009).  Chroma reads pairs (USQCD_READ_DD_PAIRS_PROP), MILC
// scalar sources.
#pragma once

#include <string>

#include "io/propagator/propagator_file.hpp"

namespace tasuki::io {

/// Whether a name ends as that of such a file: .lime or .scidac.
bool is_scidac_name(const std::string& path);

enum class PropagatorRecords { pairs, scalar };

/// Writes the whole file or nothing; the same propagator gives the same bytes.
/// @param source   of the first solution: with 12 of them its component of spin
///                 and colour 0 is the scalar source
/// @param records  scalar: only with 12 solutions
/// @throws UsageError  the file cannot be written
void write_scidac_propagator(const std::string& path,
                             const Propagator& propagator,
                             const lattice::SpinorField& source,
                             PropagatorRecords records);

}  // namespace tasuki::io
