// A field on the sphere as a picture: a map with its colour bar.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "codelets/sphere/grid.hpp"
#include "views/maps/image.hpp"

namespace tasuki::views {

struct MapOptions {
    enum class Projection {
        equirectangular,  ///< longitudes and latitudes as x and y
        orthographic      ///< the sphere as seen from afar: one half of it
    };
    Projection projection = Projection::equirectangular;
    int width = 960;  ///< of the picture [pixels], 128 at least
    /// What is in the middle [degrees]; of equirectangular maps the longitude.
    double centre_latitude = 0, centre_longitude = 0;
    std::string title{}, unit{};
    /// Ends of the colour bar; default: those of the field, and where it has
    /// both signs, as far on one side of 0 as on the other.
    std::optional<double> least{}, most{};
};

/// "equirectangular", "orthographic"
/// @throws UsageError  another text
MapOptions::Projection parse_projection(const std::string& text);

/// The colours diverge from 0 where both signs are shown, else lightness is the
/// value.  Between points of the grid the field is bilinear in latitude and
/// longitude; a pole without a point is the mean of the circle around it.
/// Values that are not finite are grey.
/// @param field  (J, I), north first
Image draw_map(const tasuki::sphere::Grid& grid, std::span<const double> field,
               const MapOptions& options);

/// Where the map is in the picture.
struct MapFrame {
    int left, top, width, height;  ///< [pixels]
};
MapFrame map_frame(const MapOptions& options);

}  // namespace tasuki::views
