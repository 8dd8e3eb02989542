// The colours of a density: from the dark of night over violet and rose to
// pale gold; and those of what has two signs.
//
// A path through CIE L*a*b* (CIE 15:2004; white D65), the space in which equal
// distances look equally different: lightness is a straight line, so that equal
// ratios of density are equal steps for the eye, also without colours.
#pragma once

#include <array>

#include "views/maps/image.hpp"

namespace tasuki::views {

class ColourMap {
  public:
    ColourMap();

    /// @param t  0 (darkest) to 1; what is outside is taken as the end
    Rgb operator()(double t) const;

    /// L* at t.
    static double lightness(double t) {
        return kDarkest + t * (kLightest - kDarkest);
    }

  private:
    static constexpr double kDarkest = 2.5, kLightest = 96;
    std::array<Rgb, 1024> colours_;
};

/// Blue below the middle, red above it, nearly white there: lightness falls by
/// the same steps on both sides.
class DivergingColourMap {
  public:
    DivergingColourMap();

    /// @param t  0 to 1, the middle at 1/2; what is outside is taken as the end
    Rgb operator()(double t) const;

    /// L* at t.
    static double lightness(double t) {
        const double far = t < 0.5 ? 1 - 2 * t : 2 * t - 1;
        return kLightest - far * (kLightest - kDarkest);
    }

  private:
    static constexpr double kDarkest = 30, kLightest = 96;
    std::array<Rgb, 1025> colours_;
};

}  // namespace tasuki::views
