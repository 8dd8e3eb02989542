#include "views/maps/glyphs.hpp"

#include <cmath>
#include <numbers>

namespace tasuki::views {

namespace {

/// @param from, to  [degrees], counter-clockwise from the right
Stroke arc(double x, double y, double rx, double ry, double from, double to) {
    constexpr int kPieces = 24;
    Stroke stroke;
    for (int k = 0; k <= kPieces; ++k) {
        const double angle =
            (from + (to - from) * k / kPieces) * std::numbers::pi / 180;
        stroke.push_back({x + rx * std::cos(angle), y + ry * std::sin(angle)});
    }
    return stroke;
}

Stroke joined(Stroke stroke, const Stroke& more) {
    stroke.insert(stroke.end(), more.begin(), more.end());
    return stroke;
}

/// Upside down, in a box of 4 by 6.
Glyph turned(Glyph glyph) {
    for (Stroke& stroke : glyph.strokes)
        for (Point& p : stroke) p = {4 - p.x, 6 - p.y};
    return glyph;
}

/// A round one with a stem on its left or right.
Glyph bowl(double stem, double from, double to) {
    return {3.3, {arc(1.65, 2, 1.45, 2, 0, 360), {{stem, from}, {stem, to}}}};
}

Stroke arch(double x, double rx) {
    return joined(arc(x, 4 - rx, rx, rx, 180, 0), {{x + rx, 0}});
}

Glyph digit(char c) {
    switch (c) {
        case '0':
            return {4, {arc(2, 3, 1.95, 3, 0, 360)}};
        case '1':
            return {2.2, {{{0.1, 4.7}, {1.7, 6}, {1.7, 0}}}};
        case '2':
            return {
                4,
                {joined(arc(2, 4.1, 1.85, 1.9, 165, -38), {{0.1, 0}, {4, 0}})}};
        case '3':
            return {4,
                    {joined(arc(1.9, 4.55, 1.6, 1.45, 155, -85),
                            arc(1.9, 1.6, 1.95, 1.6, 88, -158))}};
        case '4':
            return {4.2, {{{3.1, 0}, {3.1, 6}, {0, 1.9}, {4.2, 1.9}}}};
        case '5':
            return {4,
                    {joined({{3.6, 6}, {0.7, 6}, {0.45, 3.2}},
                            arc(1.95, 1.95, 1.95, 1.95, 138, -150))}};
        case '6':
            return {4,
                    {arc(2, 1.9, 1.9, 1.9, 0, 360),
                     arc(3.4, 2.2, 3.3, 3.9, 180, 96)}};
        case '7':
            return {4, {{{0, 6}, {4, 6}, {1.4, 0}}}};
        case '8':
            return {4,
                    {arc(2, 4.55, 1.55, 1.45, 0, 360),
                     arc(2, 1.55, 1.9, 1.55, 0, 360)}};
        default:
            return turned(digit('6'));
    }
}

Glyph small_letter(char c) {
    switch (c) {
        case 'a':
            return bowl(3.1, 4, 0);
        case 'b':
            return bowl(0.2, 6, 0);
        case 'c':
            return {3, {arc(1.8, 2, 1.6, 2, 48, 312)}};
        case 'd':
            return bowl(3.1, 6, 0);
        case 'e':
            return {3.6,
                    {joined({{0.15, 2.1}, {3.45, 2.1}},
                            arc(1.8, 2, 1.7, 2, 3, 318))}};
        case 'f':
            return {2.2,
                    {joined(arc(1.9, 4.9, 1, 1.1, 75, 180), {{0.9, 0}}),
                     {{0, 4}, {2, 4}}}};
        case 'g':
            return {3.3,
                    {arc(1.65, 2, 1.45, 2, 0, 360),
                     joined({{3.1, 4}}, arc(1.7, -0.6, 1.4, 1.4, 0, -150))}};
        case 'h':
            return {3.2, {{{0.2, 0}, {0.2, 6}}, arch(1.6, 1.4)}};
        case 'i':
            return {0.6, {{{0.3, 0}, {0.3, 4}}, {{0.3, 5.6}, {0.3, 5.6}}}};
        case 'j':
            return {1.3,
                    {joined({{1, 4}}, arc(0, -0.9, 1, 1, 0, -80)),
                     {{1, 5.6}, {1, 5.6}}}};
        case 'k':
            return {3,
                    {{{0.2, 0}, {0.2, 6}},
                     {{2.8, 4}, {0.2, 1.4}},
                     {{1.1, 2.3}, {3, 0}}}};
        case 'l':
            return {0.6, {{{0.3, 0}, {0.3, 6}}}};
        case 'm':
            return {4.8,
                    {{{0.2, 0}, {0.2, 4}}, arch(1.3, 1.1), arch(3.5, 1.1)}};
        case 'n':
            return {3.2,
                    {{{0.2, 0}, {0.2, 4}},
                     joined(arc(1.6, 2.6, 1.4, 1.4, 180, 0), {{3, 0}})}};
        case 'o':
            return {3.4, {arc(1.7, 2, 1.6, 2, 0, 360)}};
        case 'p':
            return bowl(0.2, 4, -2);
        case 'q':
            return bowl(3.1, 4, -2);
        case 'r':
            return {2.2,
                    {{{0.2, 0}, {0.2, 4}}, arc(1.7, 2.4, 1.5, 1.6, 180, 70)}};
        case 's':
            return {2.8,
                    {joined(arc(1.4, 3, 1.2, 1, 30, 265),
                            arc(1.4, 1, 1.3, 1, 85, -150))}};
        case 't':
            return {
                2.2,
                {joined({{0.9, 5.4}, {0.9, 1}}, arc(1.8, 1, 0.9, 1, 180, 280)),
                 {{0, 4}, {2.1, 4}}}};
        case 'u':
            return {3.2,
                    {joined({{0.2, 4}}, arc(1.6, 1.4, 1.4, 1.4, 180, 360)),
                     {{3, 4}, {3, 0}}}};
        case 'v':
            return {3.2, {{{0, 4}, {1.6, 0}, {3.2, 4}}}};
        case 'w':
            return {4.6, {{{0, 4}, {1.1, 0}, {2.3, 4}, {3.5, 0}, {4.6, 4}}}};
        case 'x':
            return {3.1, {{{0, 4}, {3, 0}}, {{0, 0}, {3, 4}}}};
        case 'y':
            return {3.3, {{{0, 4}, {1.65, 0}}, {{3.3, 4}, {0.9, -2}}}};
        default:
            return {3.1, {{{0.1, 4}, {3, 4}, {0.1, 0}, {3.1, 0}}}};
    }
}

Glyph capital(char c) {
    switch (c) {
        case 'A':
            return {4.2, {{{0, 0}, {2.1, 6}, {4.2, 0}}, {{0.8, 2}, {3.4, 2}}}};
        case 'B':
            return {3.9,
                    {joined(joined({{0.2, 3.2}, {0.2, 6}},
                                   arc(1.9, 4.6, 1.5, 1.4, 90, -90)),
                            {{0.2, 3.2}}),
                     joined(joined({{0.2, 0}, {0.2, 3.2}},
                                   arc(2, 1.6, 1.8, 1.6, 90, -90)),
                            {{0.2, 0}})}};
        case 'C':
            return {4, {arc(2.3, 3, 2.1, 3, 45, 315)}};
        case 'D':
            return {4.2,
                    {joined(joined({{0.2, 0}, {0.2, 6}},
                                   arc(1.6, 3, 2.4, 3, 90, -90)),
                            {{0.2, 0}})}};
        case 'E':
            return {3.5,
                    {{{3.4, 6}, {0.2, 6}, {0.2, 0}, {3.5, 0}},
                     {{0.2, 3.1}, {3, 3.1}}}};
        case 'F':
            return {3.3,
                    {{{3.3, 6}, {0.2, 6}, {0.2, 0}}, {{0.2, 3.1}, {2.9, 3.1}}}};
        case 'G':
            return {4.4,
                    {joined(arc(2.3, 3, 2.1, 3, 45, 340),
                            {{4.3, 2.7}, {2.6, 2.7}})}};
        case 'H':
            return {4,
                    {{{0.2, 0}, {0.2, 6}},
                     {{3.8, 0}, {3.8, 6}},
                     {{0.2, 3.1}, {3.8, 3.1}}}};
        case 'I':
            return {0.6, {{{0.3, 0}, {0.3, 6}}}};
        case 'J':
            return {2.8,
                    {joined({{2.6, 6}}, arc(1.3, 1.4, 1.3, 1.4, 0, -165))}};
        case 'K':
            return {4,
                    {{{0.2, 0}, {0.2, 6}},
                     {{3.8, 6}, {0.2, 2.2}},
                     {{1.5, 3.5}, {4, 0}}}};
        case 'L':
            return {3.2, {{{0.2, 6}, {0.2, 0}, {3.2, 0}}}};
        case 'M':
            return {4.8,
                    {{{0.2, 0}, {0.2, 6}, {2.4, 1.5}, {4.6, 6}, {4.6, 0}}}};
        case 'N':
            return {4, {{{0.2, 0}, {0.2, 6}, {3.8, 0}, {3.8, 6}}}};
        case 'O':
            return {4.6, {arc(2.3, 3, 2.2, 3, 0, 360)}};
        case 'P':
            return {3.7,
                    {joined(joined({{0.2, 0}, {0.2, 6}},
                                   arc(1.9, 4.4, 1.7, 1.6, 90, -90)),
                            {{0.2, 2.8}})}};
        case 'Q':
            return {4.6,
                    {arc(2.3, 3, 2.2, 3, 0, 360), {{2.8, 1.4}, {4.4, -0.4}}}};
        case 'R':
            return {4,
                    {joined(joined({{0.2, 0}, {0.2, 6}},
                                   arc(1.9, 4.4, 1.7, 1.6, 90, -90)),
                            {{0.2, 2.8}}),
                     {{2, 2.8}, {4, 0}}}};
        case 'S':
            return {3.8,
                    {joined(arc(1.9, 4.5, 1.6, 1.5, 35, 265),
                            arc(1.9, 1.5, 1.75, 1.5, 85, -150))}};
        case 'T':
            return {4, {{{0, 6}, {4, 6}}, {{2, 6}, {2, 0}}}};
        case 'U':
            return {4,
                    {joined(joined({{0.2, 6}}, arc(2, 1.8, 1.8, 1.8, 180, 360)),
                            {{3.8, 6}})}};
        case 'V':
            return {4.2, {{{0, 6}, {2.1, 0}, {4.2, 6}}}};
        case 'W':
            return {5.8, {{{0, 6}, {1.4, 0}, {2.9, 6}, {4.4, 0}, {5.8, 6}}}};
        case 'X':
            return {4, {{{0, 6}, {4, 0}}, {{0, 0}, {4, 6}}}};
        case 'Y':
            return {4.2,
                    {{{0, 6}, {2.1, 2.8}, {4.2, 6}}, {{2.1, 2.8}, {2.1, 0}}}};
        default:
            return {4, {{{0.1, 6}, {3.9, 6}, {0.1, 0}, {4, 0}}}};
    }
}

Glyph sign(char c) {
    switch (c) {
        case '.':
            return {0.4, {{{0.2, 0.1}, {0.2, 0.1}}}};
        case '-':
            return {3, {{{0.3, 2.5}, {2.7, 2.5}}}};
        case '+':
            return {3.4, {{{0.2, 2.5}, {3.2, 2.5}}, {{1.7, 1}, {1.7, 4}}}};
        case '=':
            return {3.6, {{{0.2, 3.3}, {3.4, 3.3}}, {{0.2, 1.7}, {3.4, 1.7}}}};
        case ',':
            return {0.6, {{{0.4, 0.1}, {0, -1.2}}}};
        case ':':
            return {0.4, {{{0.2, 0.1}, {0.2, 0.1}}, {{0.2, 3.6}, {0.2, 3.6}}}};
        case '/':
            return {2.6, {{{0, -1}, {2.6, 6.5}}}};
        case '(':
            return {1.4, {arc(3.4, 2.6, 3.2, 4.4, 130, 230)}};
        case ')':
            return {1.4, {arc(-2, 2.6, 3.2, 4.4, 50, -50)}};
        case '[':
            return {1.3, {{{1.3, 6.7}, {0.2, 6.7}, {0.2, -1.2}, {1.3, -1.2}}}};
        case ']':
            return {1.3, {{{0, 6.7}, {1.1, 6.7}, {1.1, -1.2}, {0, -1.2}}}};
        case '_':
            return {3.2, {{{0, -0.8}, {3.2, -0.8}}}};
        case '^':
            return {2.4, {{{0, 4.2}, {1.2, 6}, {2.4, 4.2}}}};
        case '*':
            return {2.4,
                    {{{1.2, 1.6}, {1.2, 4.4}},
                     {{0, 2.3}, {2.4, 3.7}},
                     {{0, 3.7}, {2.4, 2.3}}}};
        case '%':
            return {4.6,
                    {arc(1, 4.7, 0.9, 1.3, 0, 360),
                     arc(3.6, 1.3, 0.9, 1.3, 0, 360),
                     {{0.6, 0}, {4, 6}}}};
        default:
            return {1.6, {}};
    }
}

}  // namespace

Glyph glyph_of(char c) {
    if (c >= '0' && c <= '9') return digit(c);
    if (c >= 'a' && c <= 'z') return small_letter(c);
    if (c >= 'A' && c <= 'Z') return capital(c);
    return sign(c);
}

}  // namespace tasuki::views
