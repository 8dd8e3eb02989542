// Reads a field on a grid of latitudes and longitudes from a NetCDF file that
// follows the conventions CF: NetCDF-4 or one of the classic formats.
#pragma once

#include <optional>
#include <string>

#include "io/source.hpp"
#include "io/sphere/grid_file.hpp"

namespace tasuki::io {

/// Which field of a file.
struct FieldChoice {
    std::string variable{};  ///< NAME or GROUP/NAME; empty: there is only one
    std::optional<int> time{};   ///< of several, from 0; empty: 0
    std::optional<int> level{};  ///< of several, from 0; empty: 0
};

/// Finds the field, and the coordinates of its dimensions by their units or
/// names.  Either coordinate may go either way and come first; latitudes must
/// be those of a kind of grid, and longitudes even and all around, with the
/// first one repeated at the end or not. Latitudes with one pole become those
/// of a grid without it, the row of which has no weight; where a file has every
/// second row of a grid, those between are computed.
/// @throws InputError  no such coordinates, field, time or level, or values
/// that
///                     are missing
GridField read_grid(const Source& source, const FieldChoice& choice = {});

}  // namespace tasuki::io
