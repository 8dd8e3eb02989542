// A field on the sphere as a picture: a map with its colour bar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

/// Draws fields of one grid.  The colours diverge from 0 where both signs are
/// shown, else lightness is the value.  Between points of the grid the field is
/// bilinear in latitude and longitude; a pole without a point is the mean of
/// the circle around it.  A pixel is the mean of four samples.  Values that are
/// not finite are grey.
class Map {
  public:
    /// Looks up where samples are, which takes longer than a picture unless the
    /// map is equirectangular.
    /// @param options  of all pictures; of the title only whether there is one
    /// @throws UsageError  it is too small
    Map(const tasuki::sphere::Grid& grid, const MapOptions& options);

    /// @param field  (J, I), north first
    /// @throws UsageError  it is not of the grid
    Image draw(std::span<const double> field, const std::string& title) const;

    /// For map.cpp alone: a place between two points, rows or columns of a
    /// grid: the first of them, and how far it is from there to the next (0 to
    /// 1).
    struct Between {
        std::uint32_t first;
        float part;
    };
    /// Likewise, among four points.
    struct Sample {
        std::uint32_t upper_left;
        float right, down;
    };

  private:
    template <class Colour>
    void draw_rows(Image& image, const std::vector<double>& points,
                   const Colour& colour) const;
    template <class Colour>
    void draw_samples(Image& image, const std::vector<double>& points,
                      const Colour& colour) const;

    tasuki::sphere::Grid grid_;
    MapOptions options_;
    // Of equirectangular maps, two for each row of pixels, and for each column:
    // all left ones first.
    std::vector<Between> rows_, columns_;
    // Of others.
    std::vector<Sample> samples_;       // of pixels, one after another
    std::vector<std::uint8_t> counts_;  // of samples in each pixel
};

/// Memory [B] of a Map, and of each picture that it draws, with its file.
struct MapBytes {
    std::size_t map, picture;
};
MapBytes map_bytes(const tasuki::sphere::Grid& grid, const MapOptions& options);

/// One picture.
Image draw_map(const tasuki::sphere::Grid& grid, std::span<const double> field,
               const MapOptions& options);

/// Where the map is in the picture.
struct MapFrame {
    int left, top, width, height;  ///< [pixels]
};
MapFrame map_frame(const MapOptions& options);

}  // namespace tasuki::views
