// The fields of one variable of a grid file, one after another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/sphere/grid_file.hpp"
#include "io/sphere/grids/field_values.hpp"
#include "io/sphere/grids/grid_axes.hpp"
#include "io/sphere/grids/grid_layout.hpp"
#include "io/sphere/grids/netcdf_file.hpp"

namespace tasuki::io {

class GridReader {
  public:
    /// @param file      outlives it
    /// @param variable  as find_layout()
    /// @throws InputError  as find_layout(); bad coordinates
    GridReader(const NetcdfFile& file, const std::string& variable);

    const GridLayout& layout() const { return layout_; }
    const std::string& unit() const { return unit_; }

    /// One field, as the file has it but for the order of its dimensions.
    /// @param start  index of each dimension of the variable; those of
    ///               latitudes and longitudes are 0
    /// @param values  (rows, columns); its memory is used again
    /// @throws InputError  it is not there, or values are missing
    void read(const std::vector<std::size_t>& start,
              std::vector<double>& values) const;

    /// The field as a grid has it, from what read() gave.
    /// @param field  its memory is used again
    /// @throws InputError  not the latitudes or longitudes of a grid, or two
    ///                     values at one longitude
    void on_grid(const std::vector<double>& raw, GridField& field);

    /// Which rows of the grid the file has; after on_grid().
    LatitudeAxis::Rows rows() const { return row_axis_->rows; }

    /// Of a field in the file, for messages: "time 3, level 2", or empty.
    std::string place(const std::vector<std::size_t>& start) const;

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const;
    std::vector<double> coordinates(const NetcdfVariable& axis) const;
    [[noreturn]] void refuse_missing(
        const FieldValues::Missing& missing,
        const std::vector<std::size_t>& start) const;
    std::vector<double> transposed(const std::vector<double>& raw) const;
    void find_axes();
    void check_repeated(const std::vector<double>& raw, GridField& field) const;
    void complete(GridField& field) const;

    const NetcdfFile& file_;
    GridLayout layout_;
    FieldValues values_;
    std::string unit_;
    std::vector<double> latitudes_, longitudes_;
    std::size_t rows_ = 0, columns_ = 0;    // of the file
    std::optional<LatitudeAxis> row_axis_;  // once they are needed
    std::optional<LongitudeAxis> column_axis_;
};

}  // namespace tasuki::io
