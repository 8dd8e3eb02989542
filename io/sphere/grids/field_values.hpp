// Numbers of a NetCDF variable as they are meant: unpacked, and without those
// that are missing.
//
// Sources: NetCDF Climate and Forecast (CF) Metadata Conventions, sections
// 2.5.1 and 8.1; NetCDF Users Guide, appendix "Attribute Conventions", for
// valid ranges of packed values and for _Unsigned.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/sphere/grids/netcdf_file.hpp"

namespace tasuki::io {

/// What a variable says about its numbers.
class FieldValues {
  public:
    /// @throws InputError  attributes that are no numbers, or too many
    FieldValues(const NetcdfFile& file, const NetcdfVariable& variable);

    struct Missing {
        std::size_t count, first;  ///< how many, and which is the first
        std::string found;         ///< what it is, and what it is called
    };
    /// From numbers as they are stored; those that are missing become NaN.
    std::optional<Missing> decode(std::vector<double>& values) const;

  private:
    /// Both ends are valid.
    struct Range {
        double least, most;
        const char* attribute;
    };

    double as_signed(double stored) const;
    bool decode_whole(std::span<double> values) const;
    void find_range(const NetcdfFile& file, const NetcdfVariable& variable,
                    const char* attribute);
    /// Which attribute says so; null: none.
    const char* missing_by(double stored, double value) const;

    nc_type type_;
    double wrap_ = 0;  ///< 2^bits, where the file says the other sign
    bool unsigned_ = false;
    double scale_ = 1, offset_ = 0;
    nc_type unpacked_ = NC_NAT;
    struct Special {
        double stored;
        const char* attribute;
    };
    std::vector<Special> special_;
    std::vector<Range> stored_range_, unpacked_range_;
};

}  // namespace tasuki::io
