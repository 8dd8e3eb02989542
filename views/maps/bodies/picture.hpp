// A picture of bodies: their surface density on a logarithmic scale, with the
// time and a bar for lengths.
#pragma once

#include "io/bodies/picture_scale.hpp"
#include "views/maps/bodies/surface_density.hpp"
#include "views/maps/image.hpp"

namespace tasuki::views {

/// From the first bodies of a run: three times the radius of nine tenths of the
/// mass is seen, and there is room for a density that grows by a few.
io::PictureScale choose_scale(const nbody::Bodies& bodies, Plane plane);

enum class Labels { time, time_and_bar };

/// A square around the centre of mass.
/// @param pixels  along a side, 64 at least
Image draw_bodies(const nbody::Bodies& bodies, double time,
                  const io::PictureScale& scale, Plane plane, int pixels,
                  Labels labels = Labels::time_and_bar);

/// A length of 1, 2 or 5 times a power of ten, as near below `most` as there
/// is.
double round_length(double most);

}  // namespace tasuki::views
