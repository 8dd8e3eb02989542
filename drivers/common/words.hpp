// Words that the programs of a field have for our options.
#pragma once

#include <string>

namespace tasuki::drivers {

/// Those of an option, with the words that users of other programs know it by:
/// QUDA's tests (--prec, --tol, --niter, --dim, --recon, --nsrc, --load-gauge),
/// SHTns and pyshtools (--lmax, --nlat, --nlon), GADGET (--softening).
/// @param names  "--repetitions,--reps"
std::string with_words_of_others(const std::string& names);

}  // namespace tasuki::drivers
