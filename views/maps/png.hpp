// Images as PNG files (ISO/IEC 15948): 8 bits for each of red, green, blue.
#pragma once

#include <string>

#include "views/maps/image.hpp"

namespace tasuki::views {

/// The bytes of the file.
/// @param image  at least one pixel, less than 2 GiB of them
/// @throws FaultError  it has none
std::string png_bytes(const Image& image);

/// Complete or not at all; see AtomicFile.
/// @throws UsageError  it cannot be written
void write_png(const std::string& path, const Image& image);

}  // namespace tasuki::views
