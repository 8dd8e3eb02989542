// Files of coefficients C and S.
//
// Text: a row "l m C S" for each coefficient, in any order, separated by blanks
// or commas; what else stands in a row (errors) is not read.  S may be left out
// where m = 0.  Where orders are negative, a row "l m C" has one number, and
// "l -m S" the other.  Exponents may be Fortran's (1.5D-03), comments are those
// of io/words.hpp.  Lines before the first row that do not begin with an l and
// an m are a header, of names or constants, and so is a first row of the
// greatest degree that occurs again.  Rows of nines are not read.  Degrees 0
// and 1 may be left out.
//
// ICGEM (.gfc): rows "gfc l m C S" behind a head of keywords, fully normalized,
// and rows of how coefficients change with time.
//
// HDF5: datasets C and S (M + 1, M + 1), row l and column m, 0 for m > l, and
// the attributes normalization and condon_shortley of the root.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/source.hpp"
#include "io/sphere/normalization.hpp"

namespace tasuki::io {

/// No larger degree is read: a slip of a digit should not fill the memory.
inline constexpr int kGreatestDegree = 20000;

struct Spectrum {
    int degrees = 0;            ///< M
    Coefficients coefficients;  ///< of T<M>
    std::string note{};         ///< what the file does not have; or empty
};

/// Whether the bytes are those of our HDF5 file of coefficients, or text.
bool looks_like_spectrum(const Source& source);

/// A date YYYYMMDD or YYYY-MM-DD, with a part of the day behind a point or not,
/// in years of the calendar; empty for anything else.
std::optional<double> parse_epoch(std::string_view text);

/// @param convention  of tables; ICGEM and HDF5 files say their own
/// @param epoch       [year] of ICGEM files whose coefficients change with time
/// @throws InputError  rows that are cut, no numbers, l and m that are none,
///                     twice or missing, S of m = 0 that is not 0
/// @throws UsageError  an epoch for another file
Spectrum read_spectrum(const Source& source, const Convention& convention,
                       std::optional<double> epoch = {});

/// Text; with commas for `.csv`.
std::string spectrum_text(const Spectrum& spectrum,
                          const Convention& convention, char separator);
/// By the name: HDF5 for `.h5`, else text.  Complete or not at all.
/// @throws UsageError  it cannot be written
void write_spectrum(const std::string& path, const Spectrum& spectrum,
                    const Convention& convention);

}  // namespace tasuki::io
