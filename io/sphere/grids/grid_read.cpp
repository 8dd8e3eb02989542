#include "io/sphere/grids/grid_read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "io/hdf5/hdf5.hpp"
#include "io/sphere/grids/field_values.hpp"
#include "io/sphere/grids/grid_axes.hpp"
#include "io/sphere/grids/grid_layout.hpp"
#include "io/sphere/grids/netcdf_file.hpp"
#include "io/sphere/grids/rehearsal.hpp"
#include "io/sphere/grids/rows_between.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

class Reader {
  public:
    Reader(const Source& source, const FieldChoice& choice)
        : file_{source},
          choice_{choice},
          layout_{find_layout(file_, choice.variable)} {}

    /// All that is asked of the library.
    /// @return (rows, columns), as the file has them
    std::vector<double> read_all() {
        latitudes_ = coordinates(*layout_.latitudes);
        longitudes_ = coordinates(*layout_.longitudes);
        rows_ = latitudes_.size();
        columns_ = longitudes_.size();
        field_.name = layout_.field->name();
        field_.unit = file_.text(*layout_.field, "units").value_or("");
        return values();
    }

    GridField read() {
        const auto raw = read_all();
        const auto rows = latitude_axis(latitudes_, file_.name());
        const auto columns = longitude_axis(longitudes_, file_.name());
        warn_if_off("latitudes", rows.off);
        warn_if_off("longitudes", columns.off);
        field_.first_longitude = columns.first;
        if (!layout_.rows_first()) warn("a field (longitude, latitude)");
        if (columns.count < columns_) check_repeated(raw);
        if (columns.westward) warn("longitudes westward");
        for (std::size_t j = 0; j < rows_; ++j)
            for (std::size_t i = 0; i < columns.count; ++i)
                field_.values.push_back(
                    raw[(rows.northward ? rows_ - 1 - j : j) * columns_ +
                        columns.column[i]]);
        complete(rows, columns.count);
        return std::move(field_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw runtime::InputError(file_.name(), what, where, expected, found);
    }
    void warn(const std::string& text) { field_.warnings.push_back(text); }

    void warn_if_off(const char* what, double off) {
        if (off > kSinglePrecision)
            warn(
                fmt::format("{} are off by up to {:.2g} degrees, as if they "
                            "were rounded: those of the grid are used",
                            what, off));
    }

    std::vector<double> coordinates(const NetcdfVariable& axis) const {
        // More than any field has that fits into memory.
        constexpr std::size_t kMost = 1000000;
        const auto size = axis.dimensions.front().size;
        if (size == 0 || size > kMost)
            refuse("bad coordinates", axis.path,
                   fmt::format("1 to {} of them", kMost),
                   fmt::format("{}", size));
        auto values = file_.values(axis);
        FieldValues{file_, axis}.decode(values);
        return values;
    }

    /// Which of several fields in one array.
    std::size_t chosen(const char* what, std::optional<std::size_t> dimension,
                       std::optional<int> wanted) {
        const auto& path = layout_.field->path;
        const std::size_t all =
            dimension ? layout_.field->dimensions[*dimension].size : 1;
        const auto k = static_cast<std::size_t>(wanted.value_or(0));
        if (k >= all)
            refuse(fmt::format("no such {}", what), path,
                   fmt::format("--{} from 0 to {}", what, all - 1),
                   fmt::format("--{} {}", what, k));
        if (all > 1)
            field_.note += fmt::format(
                "{}{} {} of {} (0 to {}){}", field_.note.empty() ? "" : "; ",
                what, k, path, all - 1,
                wanted
                    ? ""
                    : fmt::format(", the first: --{} chooses another", what));
        return k;
    }

    std::vector<double> values() {
        const auto& field = *layout_.field;
        std::vector<std::size_t> start(field.dimensions.size()),
            count(field.dimensions.size(), 1);
        count[layout_.row] = rows_;
        count[layout_.column] = columns_;
        const auto time = chosen("time", layout_.time, choice_.time);
        const auto level = chosen("level", layout_.level, choice_.level);
        if (layout_.time) start[*layout_.time] = time;
        if (layout_.level) start[*layout_.level] = level;
        auto values = file_.values(field, start, count);
        const auto missing = FieldValues{file_, field}.decode(values);
        if (missing) refuse_missing(*missing);
        return layout_.rows_first() ? values : transposed(values);
    }

    [[noreturn]] void refuse_missing(const FieldValues::Missing& m) const {
        const bool rows_first = layout_.rows_first();
        const auto fast = rows_first ? columns_ : rows_;
        const auto slow = m.first / fast + 1, quick = m.first % fast + 1;
        refuse(
            "values are missing",
            fmt::format("{}, latitude {}, longitude {}", layout_.field->path,
                        rows_first ? slow : quick, rows_first ? quick : slow),
            "numbers on the whole sphere",
            fmt::format("{}, the first of {} in {} values", m.found, m.count,
                        rows_ * columns_));
    }

    /// (longitudes, latitudes) to (latitudes, longitudes).
    std::vector<double> transposed(const std::vector<double>& raw) const {
        std::vector<double> values(raw.size());
        for (std::size_t i = 0; i < columns_; ++i)
            for (std::size_t j = 0; j < rows_; ++j)
                values[j * columns_ + i] = raw[i * rows_ + j];
        return values;
    }

    /// The last column has to be the first again.
    void check_repeated(const std::vector<double>& raw) {
        // Interpolation may have rounded the two differently.
        double most = 0;
        for (const double value : raw) most = std::max(most, std::abs(value));
        for (std::size_t j = 0; j < rows_; ++j) {
            const double first = raw[j * columns_];
            const double last = raw[(j + 1) * columns_ - 1];
            if (std::abs(first - last) > 1e-6 * most)
                refuse("two values at one longitude",
                       fmt::format("latitude {}", j + 1),
                       fmt::format("{} in the last column, as in the first",
                                   first),
                       fmt::format("{}", last));
        }
        warn("the last column repeats the first and is left out");
    }

    /// From the rows of the file, north first, to those of a grid.
    void complete(const LatitudeAxis& axis, std::size_t columns) {
        auto& values = field_.values;
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
            warn(
                fmt::format("the row of the {} pole, without one of the other "
                            "pole, has no weight and is left out",
                            pole));
        }
        if (axis.rows == LatitudeAxis::Rows::every_second) {
            values = with_rows_between(values, rows, axis.north_pole);
            warn(
                fmt::format("{} rows with the {} pole only are every second of "
                            "a grid: those between are computed",
                            rows, pole));
            rows *= 2;
        }
        field_.grid = {axis.kind, static_cast<int>(rows),
                       static_cast<int>(columns)};
    }

    NetcdfFile file_;
    const FieldChoice& choice_;
    GridLayout layout_;
    std::vector<double> latitudes_, longitudes_;
    std::size_t rows_ = 0, columns_ = 0;  // of the file
    GridField field_;
};

}  // namespace

GridField read_grid(const Source& source, const FieldChoice& choice) {
    // As long as the slowest disks and codes take.
    constexpr std::uint64_t kLeastSeconds = 60, kBytesPerSecond = 1'000'000;
    if (looks_like_hdf5(source))
        rehearse(
            source.name(),
            [&] {
                (void)Reader{source, choice}.read_all();
            },
            static_cast<unsigned>(kLeastSeconds +
                                  source.size() / kBytesPerSecond));
    return Reader{source, choice}.read();
}

}  // namespace tasuki::io
