// Fields on a grid of latitudes and longitudes: NetCDF-4, which is HDF5, by the
// conventions CF: coordinates lat [degrees_north] and lon [degrees_east], and
// the field (lat, lon).
#pragma once

#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "io/source.hpp"

namespace tasuki::io {

struct GridField {
    tasuki::sphere::Grid grid{};
    std::vector<double> values;  ///< (J, I), north first, from longitude 0 on
    std::string name = "field", unit;
};

/// Finds the coordinates by their units or names, and the field by its shape;
/// leading dimensions of one element are passed over.  Latitudes may go either
/// way and must be those of a kind of grid, to a thousandth of their distance;
/// longitudes may begin at any of them.  Packed values (scale_factor,
/// add_offset) are unpacked.
/// @param variable  name of the field; empty: there is only one
/// @throws InputError  no such coordinates or field, values that are missing,
///                     or a classic NetCDF file
GridField read_grid(const Source& source, const std::string& variable);

/// Complete or not at all.
/// @throws UsageError  it cannot be written
void write_grid(const std::string& path, const GridField& field);

/// Of the points, from 0 on [degrees].
std::vector<double> longitudes_of(const tasuki::sphere::Grid& grid);
/// From north to south [degrees].
std::vector<double> latitudes_of(const tasuki::sphere::Grid& grid);

}  // namespace tasuki::io
