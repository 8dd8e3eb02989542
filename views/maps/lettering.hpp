// Short labels and straight lines on pictures.
#pragma once

#include <string_view>

#include "views/maps/image.hpp"

namespace tasuki::views {

struct Pen {
    Rgb colour{200, 196, 208};
    double height = 14;   ///< of a digit [pixels]
    double stroke = 1.5;  ///< width of a line [pixels]
};

/// Draws a text in UTF-8, without its control characters.
/// @param x, y  left end of the base line [pixels]
void draw_text(Image& image, double x, double y, std::string_view text,
               const Pen& pen);

/// From the left end of the text to where the next would begin [pixels].
double text_width(std::string_view text, const Pen& pen);

/// A straight line with round ends.
void draw_line(Image& image, double x0, double y0, double x1, double y1,
               const Pen& pen);

}  // namespace tasuki::views
