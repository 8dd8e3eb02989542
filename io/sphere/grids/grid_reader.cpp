#include "io/sphere/grids/grid_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "io/input_error.hpp"
#include "io/sphere/grids/rows_between.hpp"

namespace tasuki::io {

namespace {

void warn_if_off(GridField& field, const char* what, double off) {
    if (off > kSinglePrecision)
        field.warnings.push_back(
            fmt::format("{} are off by up to {:.2g} degrees, as if they "
                        "were rounded: those of the grid are used",
                        what, off));
}

}  // namespace

GridReader::GridReader(const NetcdfFile& file, const std::string& variable)
    : file_{file},
      layout_{find_layout(file, variable)},
      values_{file, *layout_.field},
      unit_{file.text(*layout_.field, "units").value_or("")},
      latitudes_{coordinates(*layout_.latitudes)},
      longitudes_{coordinates(*layout_.longitudes)},
      rows_{latitudes_.size()},
      columns_{longitudes_.size()} {}

void GridReader::refuse(const std::string& what, const std::string& where,
                        const std::string& expected,
                        const std::string& found) const {
    throw InputError(file_.name(), what, where, expected, found);
}

std::vector<double> GridReader::coordinates(const NetcdfVariable& axis) const {
    // More than any field has that fits into memory.
    constexpr std::size_t kMost = 1000000;
    const auto size = axis.dimensions.front().size;
    if (size == 0 || size > kMost)
        refuse("bad coordinates", axis.path,
               fmt::format("1 to {} of them", kMost), fmt::format("{}", size));
    auto values = file_.values(axis);
    FieldValues{file_, axis}.decode(values);
    return values;
}

void GridReader::read(const std::vector<std::size_t>& start,
                      std::vector<double>& values) const {
    std::vector<std::size_t> count(start.size(), 1);
    count[layout_.row] = rows_;
    count[layout_.column] = columns_;
    values.resize(rows_ * columns_);
    file_.read(*layout_.field, start, count, values.data());
    const auto missing = values_.decode(values);
    if (missing) refuse_missing(*missing, start);
    if (!layout_.rows_first()) values = transposed(values);
}

std::string GridReader::place(const std::vector<std::size_t>& start) const {
    std::string place;
    const auto add = [&](const char* what, std::optional<std::size_t> d) {
        if (d)
            place += fmt::format("{}{} {}", place.empty() ? "" : ", ", what,
                                 start[*d]);
    };
    add("time", layout_.time);
    add("level", layout_.level);
    return place;
}

void GridReader::refuse_missing(const FieldValues::Missing& m,
                                const std::vector<std::size_t>& start) const {
    const bool rows_first = layout_.rows_first();
    const auto fast = rows_first ? columns_ : rows_;
    const auto slow = m.first / fast + 1, quick = m.first % fast + 1;
    const auto field = place(start);
    refuse("values are missing",
           fmt::format("{}{}{}, latitude {}, longitude {}", layout_.field->path,
                       field.empty() ? "" : ", ", field,
                       rows_first ? slow : quick, rows_first ? quick : slow),
           "numbers on the whole sphere",
           fmt::format("{}, the first of {} in {} values", m.found, m.count,
                       rows_ * columns_));
}

/// (longitudes, latitudes) to (latitudes, longitudes).
std::vector<double> GridReader::transposed(
    const std::vector<double>& raw) const {
    std::vector<double> values(raw.size());
    for (std::size_t i = 0; i < columns_; ++i)
        for (std::size_t j = 0; j < rows_; ++j)
            values[j * columns_ + i] = raw[i * rows_ + j];
    return values;
}

void GridReader::find_axes() {
    if (column_axis_) return;
    row_axis_ = latitude_axis(latitudes_, file_.name());
    column_axis_ = longitude_axis(longitudes_, file_.name());
}

void GridReader::on_grid(const std::vector<double>& raw, GridField& field) {
    find_axes();
    const auto& rows = *row_axis_;
    const auto& columns = *column_axis_;
    field.warnings.clear();
    field.name = layout_.field->name();
    field.unit = unit_;
    warn_if_off(field, "latitudes", rows.off);
    warn_if_off(field, "longitudes", columns.off);
    field.first_longitude = columns.first;
    if (!layout_.rows_first())
        field.warnings.push_back("a field (longitude, latitude)");
    if (columns.count < columns_) check_repeated(raw, field);
    if (columns.westward) field.warnings.push_back("longitudes westward");
    field.values.resize(rows_ * columns.count);
    double* to = field.values.data();
    for (std::size_t j = 0; j < rows_; ++j) {
        const double* const from =
            raw.data() + (rows.northward ? rows_ - 1 - j : j) * columns_;
        for (std::size_t i = 0; i < columns.count; ++i)
            *to++ = from[columns.column[i]];
    }
    complete(field);
}

/// The last column has to be the first again.
void GridReader::check_repeated(const std::vector<double>& raw,
                                GridField& field) const {
    // Interpolation may have rounded the two differently.
    double most = 0;
    for (const double value : raw) most = std::max(most, std::abs(value));
    for (std::size_t j = 0; j < rows_; ++j) {
        const double first = raw[j * columns_];
        const double last = raw[(j + 1) * columns_ - 1];
        if (std::abs(first - last) > 1e-6 * most)
            refuse("two values at one longitude",
                   fmt::format("latitude {}", j + 1),
                   fmt::format("{} in the last column, as in the first", first),
                   fmt::format("{}", last));
    }
    field.warnings.push_back(
        "the last column repeats the first and is left "
        "out");
}

/// From the rows of the file, north first, to those of a grid.
void GridReader::complete(GridField& field) const {
    const auto& axis = *row_axis_;
    const std::size_t columns = column_axis_->count;
    auto& values = field.values;
    auto rows = rows_;
    const char* pole = axis.north_pole ? "north" : "south";
    if (axis.rows == LatitudeAxis::Rows::one_pole) {
        const auto first = values.begin();
        const auto row = static_cast<std::ptrdiff_t>(columns);
        if (axis.north_pole)
            values.erase(first, first + row);
        else
            values.erase(values.end() - row, values.end());
        --rows;
        field.warnings.push_back(
            fmt::format("the row of the {} pole, without one of the other "
                        "pole, has no weight and is left out",
                        pole));
    }
    if (axis.rows == LatitudeAxis::Rows::every_second) {
        values = with_rows_between(values, rows, axis.north_pole);
        field.warnings.push_back(
            fmt::format("{} rows with the {} pole only are every second of "
                        "a grid: those between are computed",
                        rows, pole));
        rows *= 2;
    }
    field.grid = {axis.kind, static_cast<int>(rows), static_cast<int>(columns)};
}

}  // namespace tasuki::io
