#include "views/maps/bodies/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "views/maps/colour_map.hpp"
#include "views/maps/lettering.hpp"

namespace tasuki::views {

namespace {

constexpr int kPixelsOfScale = 360;

/// Densities of the darkest colour over those of the lightest.
constexpr double kDarkestPart = 1e-3;

/// Logarithmic, but for the darkest, where it goes to 0 with the density.
class Colours {
  public:
    Colours() {
        constexpr double kMost = 1 + 1 / kDarkestPart;
        const auto last = index(static_cast<float>(kMost));
        for (std::uint32_t k = 0; k <= last; ++k) {
            const auto middle = std::bit_cast<float>(((k + kOne) << kShift) |
                                                     1U << (kShift - 1));
            colours_.push_back(magma(std::log(middle) / std::log(kMost)));
        }
    }
    /// @param value  1 + density / that of the darkest
    Rgb operator()(float value) const {
        return colours_[std::min<std::size_t>(index(value),
                                              colours_.size() - 1)];
    }

  private:
    /// The exponent and ten bits of the mantissa stay: colours differ by less
    /// than is seen.
    static constexpr int kShift = 13;
    static constexpr std::uint32_t kOne =
        std::bit_cast<std::uint32_t>(1.0F) >> kShift;
    static std::uint32_t index(float value) {
        return (std::bit_cast<std::uint32_t>(value) >> kShift) - kOne;
    }

    std::vector<Rgb> colours_;
};

Pen pen_for(int pixels) {
    const double height = std::max(9.0, pixels / 50.0);
    return {.height = height, .stroke = height / 9};
}

void draw_time(Image& image, double time) {
    const Pen pen = pen_for(image.width);
    const double margin = 1.6 * pen.height;
    draw_text(image, margin, margin + pen.height,
              fmt::format("t = {:.2f}", time), pen);
}

void draw_bar(Image& image, double width) {
    const Pen pen = pen_for(image.width);
    const double length = round_length(width / 4);
    const double drawn = length / width * image.width;
    const double margin = 1.6 * pen.height;
    const double y = image.height - margin;
    const double right = image.width - margin;
    draw_line(image, right - drawn, y, right, y, pen);
    const auto label =
        fmt::format("{:g} unit{}", length, length == 1 ? "" : "s");
    draw_text(image, right - (drawn + text_width(label, pen)) / 2,
              y - 0.8 * pen.height, label, pen);
}

}  // namespace

io::PictureScale choose_scale(const nbody::Bodies& bodies, Plane plane) {
    const auto centre = centre_of(bodies);
    const double most = projected_radius(bodies, plane, centre, 0.9);
    const double half = projected_radius(bodies, plane, centre, 0.5);
    // All at one place: any scale will do.
    io::PictureScale scale{.width = most > 0 ? 3 * most : 1};
    const auto density =
        surface_density(bodies, {plane, centre, scale.width, kPixelsOfScale});
    double mass = 0;
    for (const double m : bodies.mass) mass += m;
    const double mean =
        half > 0 ? mass / 2 / (std::numbers::pi * half * half) : 0;
    scale.brightest =
        std::max({1.5 * *std::ranges::max_element(density), 10 * mean, 1e-300});
    return scale;
}

Image draw_bodies(const nbody::Bodies& bodies, double time,
                  const io::PictureScale& scale, Plane plane, int pixels,
                  Labels labels) {
    const auto density = surface_density(
        bodies, {plane, centre_of(bodies), scale.width, pixels});
    const double per_darkest = 1 / (kDarkestPart * scale.brightest);
    const Colours colours;
    Image image{pixels, pixels};
    for (std::size_t k = 0; k < density.size(); ++k)
        image.pixels[k] =
            colours(static_cast<float>(1 + density[k] * per_darkest));
    draw_time(image, time);
    if (labels == Labels::time_and_bar) draw_bar(image, scale.width);
    return image;
}

double round_length(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double digit : {5, 2})
        if (digit * power <= most) return digit * power;
    return power;
}

}  // namespace tasuki::views
