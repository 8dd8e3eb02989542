// Fields on a grid of latitudes and longitudes in NetCDF files, by the
// conventions CF: coordinates lat [degrees_north] and lon [degrees_east], and
// the field (lat, lon).  NetCDF-4, which is HDF5, is read and written, the
// classic formats are read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "io/source.hpp"

namespace tasuki::io {

struct GridField {
    tasuki::sphere::Grid grid{};
    std::vector<double> values;  ///< (J, I), north first, from first_longitude
    std::string name = "field", unit;
    double first_longitude = 0;  ///< from 0 to below 360 / I [degrees]
    std::string note{};          ///< which part of the file it is; or empty
    std::vector<std::string> warnings{};  ///< what is odd in the file's form
};

/// Finds the coordinates by their units or names, and the field by its shape.
/// Either coordinate may go either way and come first; latitudes must be those
/// of a kind of grid, to a thousandth of their distance, and longitudes even
/// and all around, with the first one repeated at the end or not.  Packed
/// values (scale_factor, add_offset) are unpacked.
/// @param variable  name of the field; empty: there is only one
/// @param time      which of several fields in one array, from 0; empty: 0
/// @throws InputError  no such coordinates, field or time, or values that are
///                     missing
GridField read_grid(const Source& source, const std::string& variable,
                    std::optional<int> time = {});

/// Complete or not at all.
/// @throws UsageError  it cannot be written
void write_grid(const std::string& path, const GridField& field);

/// Of the points, from 0 on [degrees].
std::vector<double> longitudes_of(const tasuki::sphere::Grid& grid);
/// From north to south [degrees].
std::vector<double> latitudes_of(const tasuki::sphere::Grid& grid);

}  // namespace tasuki::io
