// The shapes of letters.
#pragma once

#include <vector>

namespace tasuki::views {

/// Six units are the height of a digit; x to the right, y up from the base.
struct Point {
    double x, y;
};
using Stroke = std::vector<Point>;
struct Glyph {
    double width;
    std::vector<Stroke> strokes;
};

/// Of ASCII; others are a blank.
Glyph glyph_of(char c);

}  // namespace tasuki::views
