// The arrays of a NetCDF file, whichever of its two formats it has: NetCDF-4,
// which is HDF5, or the classic one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/source.hpp"

namespace tasuki::io {

class GridArrays {
  public:
    virtual ~GridArrays() = default;

    /// Of the arrays of numbers, sorted.
    virtual std::vector<std::string> names() const = 0;
    virtual std::vector<std::size_t> shape(const std::string& array) const = 0;
    /// Names of its dimensions; empty where the file does not say.
    virtual std::vector<std::string> dimensions(
        const std::string& array) const = 0;
    /// What the last `rank` dimensions span, for the k-th combination of the
    /// others, the last of them fastest.
    virtual std::vector<double> values(const std::string& array,
                                       std::size_t rank,
                                       std::size_t k) const = 0;
    /// An attribute; empty where there is none.
    /// @throws InputError  of another type
    virtual std::optional<double> number(const std::string& array,
                                         const char* name) const = 0;
    virtual std::optional<std::string> text(const std::string& array,
                                            const char* name) const = 0;
};

/// By the first bytes of the file.
/// @param source  must outlive the arrays
/// @throws InputError  not a NetCDF file, or not a whole one
std::unique_ptr<GridArrays> open_grid_arrays(const Source& source);

bool looks_like_classic_netcdf(const Source& source);
/// @throws InputError  a header that is wrong or cut, or data that is cut
std::unique_ptr<GridArrays> open_classic_netcdf(const Source& source);

}  // namespace tasuki::io
