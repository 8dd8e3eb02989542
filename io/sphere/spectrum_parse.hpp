// The formats of files of coefficients.
#pragma once

#include <string_view>

#include "io/sphere/spectrum_file.hpp"

namespace tasuki::io {

/// @param name     of the file, for messages
/// @param content  all of it
Spectrum parse_spectrum_text(const std::string& name, std::string_view content,
                             const Convention& convention);
Spectrum parse_spectrum_hdf5(const Source& source);

/// Whether a line ends the head of an ICGEM file.
bool looks_like_icgem(std::string_view content);
/// @param epoch  see read_spectrum()
/// @throws InputError  also where the degrees end before max_degree, or no
///                     coefficients are valid at the epoch
Spectrum parse_spectrum_icgem(const std::string& name, std::string_view content,
                              std::optional<double> epoch = {});

}  // namespace tasuki::io
