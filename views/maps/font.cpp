#include "views/maps/font.hpp"

#include "runtime/core/error.hpp"
#include "views/maps/font_data.hpp"

namespace tasuki::views {

Font::Font(std::span<const unsigned char> data) {
    const int offset = stbtt_GetFontOffsetForIndex(data.data(), 0);
    if (offset < 0 || !stbtt_InitFont(&info_, data.data(), offset))
        throw runtime::FaultError("the font is no TrueType file");
}

const Font& Font::embedded() {
    static const Font font{font_data()};
    return font;
}

double Font::scale(double digit_height) const {
    // Of all digits, 1 has neither a round top nor a round base.
    int left = 0, base = 0, right = 0, top = 0;
    stbtt_GetCodepointBox(&info_, '1', &left, &base, &right, &top);
    return digit_height / (top - base);
}

double Font::advance(char32_t character, char32_t next, double scale) const {
    int width = 0;
    stbtt_GetCodepointHMetrics(&info_, static_cast<int>(character), &width,
                               nullptr);
    if (next != 0)
        width += stbtt_GetCodepointKernAdvance(
            &info_, static_cast<int>(character), static_cast<int>(next));
    return scale * width;
}

Glyph Font::glyph(char32_t character, double scale, double shift) const {
    const int index = stbtt_FindGlyphIndex(&info_, static_cast<int>(character));
    const auto pixels = static_cast<float>(scale);
    const auto right = static_cast<float>(shift);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&info_, index, pixels, pixels, right, 0,
                                    &x0, &y0, &x1, &y1);
    Glyph glyph{x0, y0, x1 - x0, y1 - y0, {}};
    if (glyph.width <= 0 || glyph.height <= 0) return glyph;
    glyph.coverage.resize(static_cast<std::size_t>(glyph.width) * glyph.height);
    stbtt_MakeGlyphBitmapSubpixel(&info_, glyph.coverage.data(), glyph.width,
                                  glyph.height, glyph.width, pixels, pixels,
                                  right, 0, index);
    return glyph;
}

}  // namespace tasuki::views
