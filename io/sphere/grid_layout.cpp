#include "io/sphere/grid_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using Order = GridLayout::Order;

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

class LayoutFinder {
  public:
    LayoutFinder(const GridArrays& arrays, const std::string& file)
        : arrays_{arrays}, names_{arrays.names()}, file_{file} {}

    GridLayout find(const std::string& variable) {
        GridLayout layout{.latitudes = coordinate(kLatitude),
                          .longitudes = coordinate(kLongitude)};
        lat_ = axis_of(layout.latitudes);
        lon_ = axis_of(layout.longitudes);
        layout.field = find_field(variable);
        layout.order = *order_of(layout.field);
        return layout;
    }

  private:
    struct Axis {
        std::size_t size = 0;
        std::vector<std::string> dimensions;  ///< names it may have
    };

    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw runtime::InputError(file_, what, where, expected, found);
    }

    bool is(const Coordinate& c, const std::string& array) const {
        if (arrays_.shape(array).size() != 1) return false;
        const auto units = arrays_.text(array, "units").value_or("degrees");
        if (is_one_of(units, c.units)) return true;
        if (units != "degrees" && units != "degree") return false;
        if (is_one_of(lower(array), c.names)) return true;
        for (const char* attribute : {"standard_name", "long_name"})
            if (is_one_of(lower(arrays_.text(array, attribute).value_or("")),
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
        const auto size = arrays_.shape(*found).front();
        if (size == 0 || size > kMost)
            refuse(fmt::format("bad {}", c.what), *found,
                   fmt::format("1 to {} of them", kMost),
                   fmt::format("{}", size));
        return *found;
    }

    Axis axis_of(const std::string& array) const {
        auto dimensions = arrays_.dimensions(array);
        dimensions.push_back(array);
        return {arrays_.shape(array).front(), std::move(dimensions)};
    }

    /// How the last two dimensions of an array follow each other: by their
    /// names, or by their sizes where the file names none; empty for others.
    std::optional<Order> order_of(const std::string& array) const {
        const auto shape = arrays_.shape(array);
        if (shape.size() < 2) return std::nullopt;
        const auto names = arrays_.dimensions(array);
        const auto fits = [&](std::size_t d, const Axis& axis) {
            return shape[d] == axis.size &&
                   (names.size() != shape.size() ||
                    is_one_of(names[d], axis.dimensions));
        };
        const auto last = shape.size() - 1;
        if (fits(last - 1, lat_) && fits(last, lon_)) return Order::rows_first;
        if (fits(last - 1, lon_) && fits(last, lat_))
            return Order::columns_first;
        return std::nullopt;
    }

    std::string find_field(const std::string& variable) const {
        const auto wanted =
            fmt::format("an array ({}, {}) of latitudes and longitudes",
                        lat_.size, lon_.size);
        if (!variable.empty()) {
            if (!is_one_of(variable, names_))
                refuse("no such field", "", variable,
                       fmt::format("{}", fmt::join(names_, ", ")));
            if (!order_of(variable))
                refuse("bad field", variable, wanted,
                       shape_text(arrays_, variable));
            return variable;
        }
        std::vector<std::string> found;
        std::vector<std::string> shapes;
        for (const auto& array : names_) {
            if (order_of(array)) found.push_back(array);
            shapes.push_back(shape_text(arrays_, array));
        }
        if (found.empty())
            refuse("no field", "", wanted,
                   fmt::format("{}", fmt::join(shapes, ", ")));
        if (found.size() > 1)
            refuse("several fields", "", "one, or --variable with its name",
                   fmt::format("{}", fmt::join(found, ", ")));
        return found.front();
    }

    const GridArrays& arrays_;
    std::vector<std::string> names_;
    const std::string& file_;
    Axis lat_, lon_;
};

}  // namespace

std::string shape_text(const GridArrays& arrays, const std::string& array) {
    return fmt::format("{} ({})", array, fmt::join(arrays.shape(array), ", "));
}

GridLayout find_layout(const GridArrays& arrays, const std::string& variable,
                       const std::string& file) {
    return LayoutFinder{arrays, file}.find(variable);
}

}  // namespace tasuki::io
