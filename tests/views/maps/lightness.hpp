// How light a colour looks.
#pragma once

#include <cmath>

#include "views/maps/image.hpp"

namespace tasuki::test {

/// CIE L* of an sRGB colour.
inline double lightness(views::Rgb c) {
    const auto linear = [](std::uint8_t value) {
        const double s = value / 255.0;
        return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(c.red) + 0.7152 * linear(c.green) +
                     0.0722 * linear(c.blue);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

}  // namespace tasuki::test
