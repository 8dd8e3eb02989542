#include "views/maps/lettering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "views/maps/font.hpp"

namespace tasuki::views {

namespace {

/// Takes the first character off a text in UTF-8 (RFC 3629).
char32_t take(std::string_view& text) {
    constexpr char32_t kWrong = 0xfffd;
    // The least value that needs so many bytes: a smaller one has to be
    // shorter.
    constexpr std::array<char32_t, 4> kLeast{0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t more = first < 0x80             ? 0
                             : (first & 0xe0) == 0xc0 ? 1
                             : (first & 0xf0) == 0xe0 ? 2
                             : (first & 0xf8) == 0xf0 ? 3
                                                      : 4;
    char32_t value = more == 0 ? first : first & (0x3fU >> more);
    bool valid = more < kLeast.size() && more < text.size();
    for (std::size_t k = 1; valid && k <= more; ++k) {
        const auto next = static_cast<unsigned char>(text[k]);
        valid = (next & 0xc0) == 0x80;
        value = value << 6 | (next & 0x3fU);
    }
    valid = valid && value >= kLeast[more] && value <= 0x10ffff &&
            (value < 0xd800 || value > 0xdfff);
    text.remove_prefix(valid ? more + 1 : 1);
    return valid ? value : kWrong;
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/// The characters that can be drawn: without control characters, which have no
/// shape.  A byte that is not UTF-8 becomes U+FFFD.
std::u32string printable(std::string_view utf8) {
    std::u32string characters;
    while (!utf8.empty())
        if (const char32_t c = take(utf8); !is_control(c)) characters += c;
    return characters;
}

/// @param part  of the pixel that the colour covers
void cover(Rgb& pixel, Rgb colour, double part) {
    const auto mixed = [part](std::uint8_t below, std::uint8_t above) {
        return static_cast<std::uint8_t>(
            std::lround(below + (above - below) * part));
    };
    pixel = {mixed(pixel.red, colour.red), mixed(pixel.green, colour.green),
             mixed(pixel.blue, colour.blue)};
}

/// Calls visit(character, x) with the origin of each, from 0 on.
/// @return where the next one would begin [pixels]
template <class Visit>
double set_text(std::string_view text, double scale, const Visit& visit) {
    const Font& font = Font::embedded();
    const auto characters = printable(text);
    double x = 0;
    for (std::size_t k = 0; k < characters.size(); ++k) {
        visit(characters[k], x);
        const char32_t next =
            k + 1 < characters.size() ? characters[k + 1] : U'\0';
        x += font.advance(characters[k], next, scale);
    }
    return x;
}

}  // namespace

void draw_text(Image& image, double x, double y, std::string_view text,
               const Pen& pen) {
    const Font& font = Font::embedded();
    const double scale = font.scale(pen.height);
    // Letters that stand on a line of pixels are sharp.
    const int base = static_cast<int>(std::lround(y));
    set_text(text, scale, [&](char32_t character, double offset) {
        const double from = std::floor(x + offset);
        const auto glyph = font.glyph(character, scale, x + offset - from);
        const int left = static_cast<int>(from) + glyph.left;
        const int top = base + glyph.top;
        for (int v = std::max(0, -top);
             v < std::min(glyph.height, image.height - top); ++v)
            for (int u = std::max(0, -left);
                 u < std::min(glyph.width, image.width - left); ++u)
                cover(image.at(left + u, top + v), pen.colour,
                      glyph.coverage[static_cast<std::size_t>(v) * glyph.width +
                                     u] /
                          255.0);
    });
}

double text_width(std::string_view text, const Pen& pen) {
    return set_text(text, Font::embedded().scale(pen.height),
                    [](char32_t, double) {});
}

void draw_line(Image& image, double x0, double y0, double x1, double y1,
               const Pen& pen) {
    const double dx = x1 - x0, dy = y1 - y0;
    const double length2 = dx * dx + dy * dy;
    const double margin = pen.stroke + 1;
    const auto inside = [](double value, int size) {
        return static_cast<int>(std::clamp<double>(value, 0, size));
    };
    const int right = inside(std::max(x0, x1) + margin, image.width);
    const int bottom = inside(std::max(y0, y1) + margin, image.height);
    for (int y = inside(std::min(y0, y1) - margin, image.height); y < bottom;
         ++y)
        for (int x = inside(std::min(x0, x1) - margin, image.width); x < right;
             ++x) {
            const double px = x + 0.5 - x0, py = y + 0.5 - y0;
            const double along =
                length2 > 0
                    ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0)
                    : 0;
            const double distance =
                std::hypot(px - along * dx, py - along * dy);
            // A pixel is covered as far as the line reaches into it.
            cover(image.at(x, y), pen.colour,
                  std::clamp(pen.stroke / 2 + 0.5 - distance, 0.0, 1.0));
        }
}

}  // namespace tasuki::views
