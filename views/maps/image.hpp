// A picture in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tasuki::views {

/// Red, green, blue; sRGB, 0 to 255.
struct Rgb {
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator==(const Rgb&) const = default;
};

struct Image {
    int width = 0, height = 0;
    std::vector<Rgb> pixels;  ///< (height, width), rows from the top

    Image() = default;
    Image(int w, int h, Rgb colour = {})
        : width{w},
          height{h},
          pixels(static_cast<std::size_t>(w) * h, colour) {}

    Rgb& at(int x, int y) {
        return pixels[static_cast<std::size_t>(y) * width + x];
    }
    const Rgb& at(int x, int y) const {
        return pixels[static_cast<std::size_t>(y) * width + x];
    }
};

}  // namespace tasuki::views
