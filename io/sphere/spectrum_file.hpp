// Files of coefficients C and S.
//
// Text: a row "l m C S" for each coefficient, in any order, separated by blanks
// or commas; what else stands in a row (errors) is not read.  Exponents may be
// Fortran's (1.5D-03).  Behind '#' are comments; lines before the first row
// that do not begin with a whole number are a header.
//
// HDF5: datasets C and S (M + 1, M + 1), row l and column m, 0 for m > l, and
// the attributes normalization and condon_shortley of the root.
#pragma once

#include <string>

#include "io/source.hpp"
#include "io/sphere/normalization.hpp"

namespace tasuki::io {

/// No larger degree is read: a slip of a digit should not fill the memory.
inline constexpr int kGreatestDegree = 20000;

struct Spectrum {
    int degrees = 0;            ///< M
    Coefficients coefficients;  ///< of T<M>
};

/// Whether the bytes are those of our HDF5 file of coefficients, or text.
bool looks_like_spectrum(const Source& source);

/// @param convention  of text; an HDF5 file says its own
/// @throws InputError  rows that are cut, no numbers, l and m that are none,
///                     twice or missing, S of m = 0 that is not 0
Spectrum read_spectrum(const Source& source, const Convention& convention);

/// Text; with commas for `.csv`.
std::string spectrum_text(const Spectrum& spectrum,
                          const Convention& convention, char separator);
/// By the name: HDF5 for `.h5`, else text.  Complete or not at all.
/// @throws UsageError  it cannot be written
void write_spectrum(const std::string& path, const Spectrum& spectrum,
                    const Convention& convention);

}  // namespace tasuki::io
