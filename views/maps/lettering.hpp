// Short labels on pictures, in thin round strokes.
#pragma once

#include <string_view>

#include "views/maps/image.hpp"

namespace tasuki::views {

struct Pen {
    Rgb colour{200, 196, 208};
    double height = 14;   ///< of a digit [pixels]
    double stroke = 1.5;  ///< width of a line [pixels]
};

/// Draws what glyphs.hpp has strokes for; others are a blank.
/// @param x, y  left end of the base line [pixels]
void draw_text(Image& image, double x, double y, std::string_view text,
               const Pen& pen);

/// From the left end of the first letter to the right one of the last
/// [pixels].
double text_width(std::string_view text, const Pen& pen);

/// A straight line with round ends.
void draw_line(Image& image, double x0, double y0, double x1, double y1,
               const Pen& pen);

}  // namespace tasuki::views
