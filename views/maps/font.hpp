// The shapes of characters.
#pragma once

#include <stb_truetype.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tasuki::views {

/// How much of each pixel a character covers.
struct Glyph {
    int left, top;  ///< of the first pixel, from the origin; y down [pixels]
    int width, height;
    std::vector<std::uint8_t> coverage;  ///< (height, width), 255 is all of it
};

/// A TrueType font.  A character that it lacks has the font's own sign for
/// that, an empty box.
class Font {
  public:
    /// @param data  has to outlive the font
    /// @throws FaultError  it is no such file
    explicit Font(std::span<const unsigned char> data);

    /// The one in the program.
    static const Font& embedded();

    /// Pixels for each unit of the font, if a digit is so high [pixels].
    double scale(double digit_height) const;

    /// From the origin of a character to that of the next one [pixels]; next
    /// is 0 after the last one.
    double advance(char32_t character, char32_t next, double scale) const;

    /// @param shift  of the origin to the right, 0 to 1 [pixels]
    Glyph glyph(char32_t character, double scale, double shift) const;

  private:
    stbtt_fontinfo info_{};
};

}  // namespace tasuki::views
