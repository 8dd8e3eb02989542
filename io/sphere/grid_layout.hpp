// Which arrays of a grid file are its coordinates, and which is the field.
#pragma once

#include <string>

#include "io/sphere/grid_arrays.hpp"

namespace tasuki::io {

struct GridLayout {
    /// The last two dimensions of the field; rows are latitudes.
    enum class Order { rows_first, columns_first };

    std::string latitudes, longitudes, field{};  ///< names of arrays
    Order order = Order::rows_first;
};

/// Finds coordinates by what the conventions CF allow, and the field by its
/// dimensions.
/// @param variable  name of the field; empty: there is only one
/// @param file      for messages
/// @throws InputError  no coordinates, or not one field
GridLayout find_layout(const GridArrays& arrays, const std::string& variable,
                       const std::string& file);

/// "z (3, 4)"
std::string shape_text(const GridArrays& arrays, const std::string& array);

}  // namespace tasuki::io
