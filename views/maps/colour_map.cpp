#include "views/maps/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tasuki::views {

namespace {

using Linear = std::array<double, 3>;  ///< red, green, blue; 0 to 1 on screens

/// The inverse of L*'s cube root, which is a line near black.
double inverse_cube_root(double f) {
    constexpr double kKnee = 6.0 / 29;
    return f > kKnee ? f * f * f : 3 * kKnee * kKnee * (f - 4.0 / 29);
}

/// @param chroma, hue  sqrt(a*^2 + b*^2) and the angle [degrees]
Linear linear_rgb(double lightness, double chroma, double hue) {
    const double angle = hue * std::numbers::pi / 180;
    const double fy = (lightness + 16) / 116;
    const double fx = fy + chroma * std::cos(angle) / 500;
    const double fz = fy - chroma * std::sin(angle) / 200;
    // White D65 of two degrees.
    const double x = 0.95047 * inverse_cube_root(fx);
    const double y = inverse_cube_root(fy);
    const double z = 1.08883 * inverse_cube_root(fz);
    // IEC 61966-2-1, sRGB.
    return {3.2406 * x - 1.5372 * y - 0.4986 * z,
            -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z};
}

bool is_shown(const Linear& rgb) {
    return std::ranges::all_of(
        rgb, [](double c) { return c >= -1e-4 && c <= 1 + 1e-4; });
}

std::uint8_t encoded(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    const double s =
        c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255 * s));
}

/// The most colourful that screens can show, up to `chroma`: lightness and hue
/// are kept.
Rgb shown(double lightness, double chroma, double hue) {
    double least = 0, most = chroma;
    if (!is_shown(linear_rgb(lightness, most, hue)))
        for (int k = 0; k < 30; ++k) {
            const double middle = (least + most) / 2;
            (is_shown(linear_rgb(lightness, middle, hue)) ? least : most) =
                middle;
        }
    else
        least = most;
    const auto rgb = linear_rgb(lightness, least, hue);
    return {encoded(rgb[0]), encoded(rgb[1]), encoded(rgb[2])};
}

template <std::size_t N>
Rgb colour_at(const std::array<Rgb, N>& colours, double t) {
    return colours[static_cast<std::size_t>(
        std::lround(std::clamp(t, 0.0, 1.0) * (N - 1)))];
}

}  // namespace

ColourMap::ColourMap() {
    constexpr double kBlue = 278, kGold = 448;  // hues; 360 is red
    for (std::size_t k = 0; k < colours_.size(); ++k) {
        const double t = static_cast<double>(k) / (colours_.size() - 1);
        // Grey at both ends.
        const double chroma =
            12 + 62 * std::sin(std::numbers::pi * std::pow(t, 0.85));
        colours_[k] = shown(lightness(t), chroma,
                            kBlue + (kGold - kBlue) * std::pow(t, 0.9));
    }
}

Rgb ColourMap::operator()(double t) const {
    return colour_at(colours_, t);
}

DivergingColourMap::DivergingColourMap() {
    constexpr double kBlue = 268, kRed = 388;  // hues
    for (std::size_t k = 0; k < colours_.size(); ++k) {
        const double t = static_cast<double>(k) / (colours_.size() - 1);
        const double far = std::abs(2 * t - 1);
        // The middle has no hue.
        const double chroma = 70 * std::sin(std::numbers::pi / 2 * far);
        colours_[k] = shown(lightness(t), chroma, t < 0.5 ? kBlue : kRed);
    }
}

Rgb DivergingColourMap::operator()(double t) const {
    return colour_at(colours_, t);
}

}  // namespace tasuki::views
