// Where the points of a grid file are, and in which order.
#pragma once

#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"

namespace tasuki::io {

/// Coordinates may be off by a thousandth of their distance, by what single
/// precision leaves, or by rounding to the decimals that the file shows: GRIB
/// has three.
struct LatitudeAxis {
    /// Which rows of the grid the file has.
    enum class Rows {
        all,
        one_pole,      ///< those of an inner grid, and a pole
        every_second,  ///< from a pole on, of a grid with both
    };

    tasuki::sphere::Latitudes kind = tasuki::sphere::Latitudes::gauss;
    Rows rows = Rows::all;
    bool north_pole = false;  ///< that one, where it has one of the two
    bool northward = false;   ///< the first one is the southernmost
    double off = 0;           ///< the greatest difference [degrees]
};

/// @param found  [degrees]; at least one
/// @param name   of the file, for messages
/// @throws InputError  not those of a kind of grid
LatitudeAxis latitude_axis(const std::vector<double>& found,
                           const std::string& name);

struct LongitudeAxis {
    std::size_t count = 0;  ///< without a last one that is the first again
    bool westward = false;
    double first = 0;  ///< of the grid: from 0 to below a step [degrees]
    double off = 0;    ///< the greatest difference [degrees]
    /// Column of the file that is the grid's k-th.
    std::vector<std::size_t> column{};
};

/// Any first longitude, eastward or westward, from wherever they jump by 360.
/// @throws InputError  not evenly around the sphere
LongitudeAxis longitude_axis(const std::vector<double>& found,
                             const std::string& name);

/// What single precision leaves of 360 degrees.
inline constexpr double kSinglePrecision = 3e-5;

}  // namespace tasuki::io
