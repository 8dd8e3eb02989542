// Fields on a grid of latitudes and longitudes, and their NetCDF files by the
// conventions CF: coordinates lat [degrees_north] and lon [degrees_east], and
// the field (lat, lon).  NetCDF-4, which is HDF5, is written here;
// io/sphere/grids/ reads all that libnetcdf does.
#pragma once

#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"

namespace tasuki::io {

struct GridField {
    tasuki::sphere::Grid grid{};
    std::vector<double> values;  ///< (J, I), north first, from first_longitude
    std::string name = "field", unit;
    double first_longitude = 0;  ///< from 0 to below 360 / I [degrees]
    std::string note{};          ///< which part of the file it is; or empty
    std::vector<std::string> warnings{};  ///< what is odd in the file's form
};

/// Complete or not at all.
/// @throws UsageError  it cannot be written
void write_grid(const std::string& path, const GridField& field);

/// Of the points, from 0 on [degrees].
std::vector<double> longitudes_of(const tasuki::sphere::Grid& grid);
/// From north to south [degrees].
std::vector<double> latitudes_of(const tasuki::sphere::Grid& grid);

/// Both, for who writes many files: Gauss latitudes take milliseconds.
struct GridAxes {
    GridAxes(const tasuki::sphere::Grid& grid)  // NOLINT: a grid has them
        : latitudes{latitudes_of(grid)}, longitudes{longitudes_of(grid)} {}
    std::vector<double> latitudes, longitudes;
};

}  // namespace tasuki::io
