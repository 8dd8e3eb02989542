#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "io/sphere/grid_arrays.hpp"
#include "io/sphere/grid_axes.hpp"
#include "io/sphere/grid_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

/// What the conventions CF allow for one coordinate.
struct Coordinate {
    const char* what;
    std::vector<std::string> units, names;
};
const Coordinate kLatitude{"latitudes",
                           {"degrees_north", "degree_north", "degree_N",
                            "degrees_N", "degreeN", "degreesN"},
                           {"lat", "latitude"}};
const Coordinate kLongitude{"longitudes",
                            {"degrees_east", "degree_east", "degree_E",
                             "degrees_E", "degreeE", "degreesE"},
                            {"lon", "longitude"}};

bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
    return std::ranges::find(words, word) != words.end();
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return text;
}

/// What NetCDF writes where a program wrote nothing.
constexpr double kNothing = 9.9692099683868690e+36;

class Reader {
  public:
    Reader(const Source& source, std::string variable, std::optional<int> time)
        : name_{source.name()},
          arrays_{open_grid_arrays(source)},
          names_{arrays_->names()},
          variable_{std::move(variable)},
          time_{time} {}

    GridField read() {
        const auto lat = coordinate(kLatitude), lon = coordinate(kLongitude);
        const auto latitudes = arrays_->values(lat, 1, 0);
        const auto longitudes = arrays_->values(lon, 1, 0);
        lat_ = axis_of(lat);
        lon_ = axis_of(lon);
        field_.name = find_field();
        field_.unit = arrays_->text(field_.name, "units").value_or("");
        const auto rows = latitude_axis(latitudes, name_);
        const auto columns = longitude_axis(longitudes, name_);
        field_.grid = {rows.kind, static_cast<int>(latitudes.size()),
                       static_cast<int>(columns.count)};
        field_.first_longitude = columns.first;
        auto raw = values();
        if (order_of(field_.name) == Order::columns_first) {
            raw = transposed(raw);
            field_.warnings.push_back("a field (longitude, latitude)");
        }
        if (columns.count < longitudes.size()) check_repeated(raw);
        if (columns.westward) field_.warnings.push_back("longitudes westward");
        for (std::size_t j = 0; j < latitudes.size(); ++j)
            for (std::size_t i = 0; i < columns.count; ++i)
                field_.values.push_back(
                    raw[(rows.northward ? latitudes.size() - 1 - j : j) *
                            longitudes.size() +
                        columns.column[i]]);
        return std::move(field_);
    }

  private:
    struct Axis {
        std::size_t size = 0;
        std::vector<std::string> dimensions;  ///< names it may have
    };
    enum class Order { rows_first, columns_first, none };

    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(name_, what, where, expected, found);
    }

    bool is(const Coordinate& c, const std::string& array) const {
        if (arrays_->shape(array).size() != 1) return false;
        const auto units = arrays_->text(array, "units").value_or("degrees");
        if (is_one_of(units, c.units)) return true;
        if (units != "degrees" && units != "degree") return false;
        if (is_one_of(lower(array), c.names)) return true;
        for (const char* attribute : {"standard_name", "long_name"})
            if (is_one_of(lower(arrays_->text(array, attribute).value_or("")),
                          c.names))
                return true;
        return false;
    }

    std::string coordinate(const Coordinate& c) const {
        const auto found = std::ranges::find_if(
            names_, [&](const auto& array) { return is(c, array); });
        if (found == names_.end())
            refuse(fmt::format("no {}", c.what), "",
                   fmt::format("an array of one dimension with units {}",
                               c.units.front()),
                   fmt::format("{}", fmt::join(names_, ", ")));
        constexpr std::size_t kMost = 1000000;
        const auto size = arrays_->shape(*found).front();
        if (size == 0 || size > kMost)
            refuse(fmt::format("bad {}", c.what), *found,
                   fmt::format("1 to {} of them", kMost),
                   fmt::format("{}", size));
        return *found;
    }

    Axis axis_of(const std::string& array) const {
        auto dimensions = arrays_->dimensions(array);
        dimensions.push_back(array);
        return {arrays_->shape(array).front(), std::move(dimensions)};
    }

    /// How the last two dimensions of an array follow each other: by their
    /// names, or by their sizes where the file names none.
    Order order_of(const std::string& array) const {
        const auto shape = arrays_->shape(array);
        if (shape.size() < 2) return Order::none;
        const auto names = arrays_->dimensions(array);
        const auto fits = [&](std::size_t d, const Axis& axis) {
            return shape[d] == axis.size &&
                   (names.size() != shape.size() ||
                    is_one_of(names[d], axis.dimensions));
        };
        const auto last = shape.size() - 1;
        if (fits(last - 1, lat_) && fits(last, lon_)) return Order::rows_first;
        if (fits(last - 1, lon_) && fits(last, lat_))
            return Order::columns_first;
        return Order::none;
    }

    std::string find_field() const {
        const auto wanted =
            fmt::format("an array ({}, {}) of latitudes and longitudes",
                        lat_.size, lon_.size);
        if (!variable_.empty()) {
            if (!is_one_of(variable_, names_))
                refuse("no such field", "", variable_,
                       fmt::format("{}", fmt::join(names_, ", ")));
            if (order_of(variable_) == Order::none)
                refuse("bad field", variable_, wanted, shape_text(variable_));
            return variable_;
        }
        std::vector<std::string> found;
        std::vector<std::string> shapes;
        for (const auto& array : names_) {
            if (order_of(array) != Order::none) found.push_back(array);
            shapes.push_back(shape_text(array));
        }
        if (found.empty())
            refuse("no field", "", wanted,
                   fmt::format("{}", fmt::join(shapes, ", ")));
        if (found.size() > 1)
            refuse("several fields", "", "one, or --variable with its name",
                   fmt::format("{}", fmt::join(found, ", ")));
        return found.front();
    }

    std::string shape_text(const std::string& array) const {
        return fmt::format("{} ({})", array,
                           fmt::join(arrays_->shape(array), ", "));
    }

    /// Which of the fields of several times.
    std::size_t time() {
        const auto shape = arrays_->shape(field_.name);
        std::size_t times = 1;
        for (std::size_t d = 0; d + 2 < shape.size(); ++d) {
            if (times > 1 && shape[d] != 1)
                refuse("a field of too many dimensions", field_.name,
                       "one before latitude and longitude (times)",
                       shape_text(field_.name));
            times *= shape[d];
        }
        if (times == 0)
            refuse("a field without times", field_.name, "one at least",
                   shape_text(field_.name));
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
        for (std::size_t i = 0; i < lon_.size; ++i)
            for (std::size_t j = 0; j < lat_.size; ++j)
                values[j * lon_.size + i] = raw[i * lat_.size + j];
        return values;
    }

    /// The last column has to be the first again.
    void check_repeated(const std::vector<double>& raw) {
        // Interpolation may have rounded the two differently.
        double most = 0;
        for (const double value : raw) most = std::max(most, std::abs(value));
        for (std::size_t j = 0; j < lat_.size; ++j) {
            const double first = raw[j * lon_.size];
            const double last = raw[(j + 1) * lon_.size - 1];
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
    std::vector<std::string> names_;
    std::string variable_;
    std::optional<int> time_;
    Axis lat_, lon_;
    GridField field_;
};

}  // namespace

GridField read_grid(const Source& source, const std::string& variable,
                    std::optional<int> time) {
    return Reader{source, variable, time}.read();
}

}  // namespace tasuki::io
