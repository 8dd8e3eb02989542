// A quark propagator as USQCD programs exchange them: a SciDAC file (LIME) with
// a record for the source and one for each solution.
//
//   12 solutions  USQCD_DiracFermion_ScalarSource_TwelveSink: the source is a
//                 complex field without spin and colour, and solution (s, c)
//                 that of the source times the unit vector of s and c; c runs
//                 fastest
//   one           USQCD_DiracFermion_Source_Sink_Pairs: both are spinors
//
// Numbers are big-endian and double; sites have x fastest, spinors are (spin)
// (colour)(re, im) in the basis of degrand_rossi.hpp.  A field has four LIME
// records: scidac-private-record-xml, scidac-record-xml, scidac-binary-data and
// scidac-checksum.
// Sources: USQCD QIO documentation (qio_2p3), appendix; DeTar, USQCD Propagator
// Formats (ILDG 14, 2009).
#pragma once

#include <string>

#include "io/propagator/propagator_file.hpp"

namespace tasuki::io {

/// Whether a name ends as that of such a file: .lime or .scidac.
bool is_scidac_name(const std::string& path);

/// Writes the whole file or nothing; the same propagator gives the same bytes.
/// @param source  of the first solution: with 12 of them its component of spin
///                and colour 0 is the scalar source
/// @throws UsageError  the file cannot be written
void write_scidac_propagator(const std::string& path,
                             const Propagator& propagator,
                             const lattice::SpinorField& source);

}  // namespace tasuki::io
