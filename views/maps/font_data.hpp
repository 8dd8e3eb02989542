// The font that CMake found (TASUKI_FONT, by default DejaVu Sans).
#pragma once

#include <span>

namespace tasuki::views {

/// A TrueType file.
std::span<const unsigned char> font_data();

}  // namespace tasuki::views
