#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/sphere/grid_axes.hpp"
#include "io/sphere/grid_file.hpp"
#include "io/sphere/grid_layout.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

/// What NetCDF writes where a program wrote nothing.
constexpr double kNothing = 9.9692099683868690e+36;

class Reader {
  public:
    Reader(const Source& source, std::optional<int> time)
        : name_{source.name()},
          arrays_{open_grid_arrays(source)},
          time_{time} {}

    GridField read(const std::string& variable) {
        const auto layout = find_layout(*arrays_, variable, name_);
        const auto latitudes = arrays_->values(layout.latitudes, 1, 0);
        const auto longitudes = arrays_->values(layout.longitudes, 1, 0);
        rows_ = latitudes.size();
        columns_ = longitudes.size();
        field_.name = layout.field;
        field_.unit = arrays_->text(field_.name, "units").value_or("");
        const auto rows = latitude_axis(latitudes, name_);
        const auto columns = longitude_axis(longitudes, name_);
        field_.grid = {rows.kind, static_cast<int>(rows_),
                       static_cast<int>(columns.count)};
        field_.first_longitude = columns.first;
        auto raw = values();
        if (layout.order == GridLayout::Order::columns_first) {
            raw = transposed(raw);
            field_.warnings.push_back("a field (longitude, latitude)");
        }
        if (columns.count < columns_) check_repeated(raw);
        if (columns.westward) field_.warnings.push_back("longitudes westward");
        for (std::size_t j = 0; j < rows_; ++j)
            for (std::size_t i = 0; i < columns.count; ++i)
                field_.values.push_back(
                    raw[(rows.northward ? rows_ - 1 - j : j) * columns_ +
                        columns.column[i]]);
        return std::move(field_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw runtime::InputError(name_, what, where, expected, found);
    }

    /// Which of the fields of several times.
    std::size_t time() {
        const auto shape = arrays_->shape(field_.name);
        std::size_t times = 1;
        for (std::size_t d = 0; d + 2 < shape.size(); ++d) {
            if (times > 1 && shape[d] != 1)
                refuse("a field of too many dimensions", field_.name,
                       "one before latitude and longitude (times)",
                       shape_text(*arrays_, field_.name));
            times *= shape[d];
        }
        if (times == 0)
            refuse("a field without times", field_.name, "one at least",
                   shape_text(*arrays_, field_.name));
        const auto wanted = static_cast<std::size_t>(time_.value_or(0));
        if (wanted >= times)
            refuse("no such time", field_.name,
                   fmt::format("--time from 0 to {}", times - 1),
                   fmt::format("--time {}", wanted));
        if (times > 1)
            field_.note = fmt::format(
                "time {} of {} (0 to {}){}", wanted, field_.name, times - 1,
                time_ ? "" : ", the first: --time chooses another");
        return wanted;
    }

    std::vector<double> values() {
        auto values = arrays_->values(field_.name, 2, time());
        std::vector<double> missing{kNothing};
        for (const char* name : {"_FillValue", "missing_value"})
            if (const auto fill = arrays_->number(field_.name, name))
                missing.push_back(*fill);
        for (const double fill : missing)
            std::ranges::replace(values, fill,
                                 std::numeric_limits<double>::quiet_NaN());
        const double scale =
            arrays_->number(field_.name, "scale_factor").value_or(1);
        const double offset =
            arrays_->number(field_.name, "add_offset").value_or(0);
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = values[k] * scale + offset;
            if (!std::isfinite(values[k]))
                refuse("a value that is missing",
                       fmt::format("value {}", k + 1),
                       "finite numbers on the whole sphere",
                       fmt::format("{}", values[k]));
        }
        return values;
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
        field_.warnings.push_back(
            "the last column repeats the first and is left out");
    }

    std::string name_;
    std::unique_ptr<GridArrays> arrays_;
    std::optional<int> time_;
    std::size_t rows_ = 0, columns_ = 0;  // of the file
    GridField field_;
};

}  // namespace

GridField read_grid(const Source& source, const std::string& variable,
                    std::optional<int> time) {
    return Reader{source, time}.read(variable);
}

}  // namespace tasuki::io
