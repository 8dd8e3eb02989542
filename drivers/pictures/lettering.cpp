#include "drivers/pictures/lettering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace tasuki::drivers {

namespace {

/// Six units are the height of a digit; x to the right, y up from the base.
struct Point {
    double x, y;
};
using Stroke = std::vector<Point>;
struct Glyph {
    double width;
    std::vector<Stroke> strokes;
};

constexpr double kUnits = 6, kBetween = 1.4;

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

Glyph glyph_of(char c) {
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
        case '9':
            return turned(glyph_of('6'));
        case '.':
            return {0.4, {{{0.2, 0.1}, {0.2, 0.1}}}};
        case '-':
            return {3, {{{0.3, 2.5}, {2.7, 2.5}}}};
        case '+':
            return {3.4, {{{0.2, 2.5}, {3.2, 2.5}}, {{1.7, 1}, {1.7, 4}}}};
        case '=':
            return {3.6, {{{0.2, 3.3}, {3.4, 3.3}}, {{0.2, 1.7}, {3.4, 1.7}}}};
        case 'e':
            return {3.6,
                    {joined({{0.15, 2.1}, {3.45, 2.1}},
                            arc(1.8, 2, 1.7, 2, 3, 318))}};
        case 'i':
            return {0.6, {{{0.3, 0}, {0.3, 4}}, {{0.3, 5.6}, {0.3, 5.6}}}};
        case 'n':
            return {3.2,
                    {{{0.2, 0}, {0.2, 4}},
                     joined(arc(1.6, 2.6, 1.4, 1.4, 180, 0), {{3, 0}})}};
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
        default:
            return {1.6, {}};
    }
}

double distance(Point p, Point a, Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length2 = dx * dx + dy * dy;
    const double along =
        length2 > 0
            ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0,
                         1.0)
            : 0;
    return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

std::uint8_t mixed(std::uint8_t below, std::uint8_t above, double part) {
    return static_cast<std::uint8_t>(
        std::lround(below + (above - below) * part));
}

/// In pixels, y down.  A pixel is covered as far as the line reaches into it;
/// strokes that meet do not cover twice.
void draw(Image& image, const std::vector<Stroke>& strokes, const Pen& pen) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double left = kFar, right = -kFar, top = kFar, bottom = -kFar;
    for (const Stroke& stroke : strokes)
        for (const Point& p : stroke) {
            left = std::min(left, p.x);
            right = std::max(right, p.x);
            top = std::min(top, p.y);
            bottom = std::max(bottom, p.y);
        }
    const double margin = pen.stroke + 1;
    const auto clipped = [](double value, int size) {
        return static_cast<int>(std::clamp<double>(value, 0, size));
    };
    const int x1 = clipped(right + margin, image.width);
    const int y1 = clipped(bottom + margin, image.height);
    for (int y = clipped(top - margin, image.height); y < y1; ++y)
        for (int x = clipped(left - margin, image.width); x < x1; ++x) {
            double nearest = kFar;
            for (const Stroke& stroke : strokes)
                for (std::size_t k = 0; k + 1 < stroke.size(); ++k)
                    nearest = std::min(
                        nearest,
                        distance({x + 0.5, y + 0.5}, stroke[k], stroke[k + 1]));
            const double part =
                std::clamp(pen.stroke / 2 + 0.5 - nearest, 0.0, 1.0);
            Rgb& pixel = image.at(x, y);
            pixel = {mixed(pixel.red, pen.colour.red, part),
                     mixed(pixel.green, pen.colour.green, part),
                     mixed(pixel.blue, pen.colour.blue, part)};
        }
}

}  // namespace

void draw_text(Image& image, double x, double y, std::string_view text,
               const Pen& pen) {
    const double unit = pen.height / kUnits;
    for (const char c : text) {
        auto glyph = glyph_of(c);
        for (Stroke& stroke : glyph.strokes)
            for (Point& p : stroke) p = {x + unit * p.x, y - unit * p.y};
        if (!glyph.strokes.empty()) draw(image, glyph.strokes, pen);
        x += unit * (glyph.width + kBetween);
    }
}

double text_width(std::string_view text, const Pen& pen) {
    double units = 0;
    for (const char c : text) units += glyph_of(c).width + kBetween;
    return text.empty() ? 0 : pen.height / kUnits * (units - kBetween);
}

void draw_line(Image& image, double x0, double y0, double x1, double y1,
               const Pen& pen) {
    draw(image, {{{x0, y0}, {x1, y1}}}, pen);
}

}  // namespace tasuki::drivers
