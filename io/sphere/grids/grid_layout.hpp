// Which variables of a grid file are coordinates, and which is the field.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "io/sphere/grids/netcdf_file.hpp"

namespace tasuki::io {

struct GridLayout {
    const NetcdfVariable *latitudes, *longitudes, *field;
    /// Which dimension of the field is that of latitudes, and so on.
    std::size_t row, column;
    std::optional<std::size_t> time{}, level{};  ///< of several only

    bool rows_first() const { return row < column; }
};

/// Finds the field, and the coordinates of its own dimensions by what the
/// conventions CF allow: a file may have others, as for staggered grids.
/// @param variable  path of the field; empty: there is only one
/// @throws InputError  no coordinates, not one field, or one with more
///                     dimensions than a time and a level
GridLayout find_layout(const NetcdfFile& file, const std::string& variable);

/// Finds time and level of a layout whose field, row and column are known.
/// @throws InputError  there are more dimensions than these
void find_time_and_level(const NetcdfFile& file, GridLayout& layout);

/// The array of a dimension's own name; null: none.
const NetcdfVariable* coordinate_of(const NetcdfFile& file,
                                    const NetcdfDimension& dimension);

}  // namespace tasuki::io
