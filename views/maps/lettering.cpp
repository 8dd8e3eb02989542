#include "views/maps/lettering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "views/maps/glyphs.hpp"

namespace tasuki::views {

namespace {

constexpr double kUnits = 6, kBetween = 1.4;

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

}  // namespace tasuki::views
