// Where the points of a grid file are, and in which order.
#pragma once

#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"

namespace tasuki::io {

struct LatitudeAxis {
    tasuki::sphere::Latitudes kind = tasuki::sphere::Latitudes::gauss;
    bool northward = false;  ///< the first one is the southernmost
};

/// @param found  [degrees]; at least one
/// @param name   of the file, for messages
/// @throws InputError  not those of a kind of grid, to a thousandth of their
///                     distance
LatitudeAxis latitude_axis(const std::vector<double>& found,
                           const std::string& name);

struct LongitudeAxis {
    std::size_t count = 0;  ///< without a last one that is the first again
    bool westward = false;
    double first = 0;  ///< of the grid: from 0 to below a step [degrees]
    /// Column of the file that is the grid's k-th.
    std::vector<std::size_t> column{};
};

/// Any first longitude, eastward or westward, from wherever they jump by 360.
/// @throws InputError  not evenly around the sphere
LongitudeAxis longitude_axis(const std::vector<double>& found,
                             const std::string& name);

}  // namespace tasuki::io
