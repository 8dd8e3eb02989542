// The two formats of files of coefficients.
#pragma once

#include "io/sphere/spectrum_file.hpp"

namespace tasuki::io {

Spectrum parse_spectrum_text(const Source& source,
                             const Convention& convention);
Spectrum parse_spectrum_hdf5(const Source& source);

}  // namespace tasuki::io
