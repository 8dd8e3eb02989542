#include "io/sphere/grids/grid_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

using Words = std::vector<std::string>;

/// What the conventions CF allow for one coordinate.
struct Coordinate {
    const char* what;
    Words units, names;
};
const Coordinate kLatitude{"latitudes",
                           {"degrees_north", "degree_north", "degree_N",
                            "degrees_N", "degreeN", "degreesN"},
                           {"lat", "latitude"}};
const Coordinate kLongitude{"longitudes",
                            {"degrees_east", "degree_east", "degree_E",
                             "degrees_E", "degreeE", "degreesE"},
                            {"lon", "longitude"}};

/// Parts of the names that dimensions of levels have in models and analyses,
/// and whole names.
const Words kLevelParts{"lev",    "height", "depth", "altitude", "press",
                        "isobar", "sigma",  "layer", "hybrid",   "bottom_top"};
const Words kLevelNames{"z", "eta", "alt", "pfull", "phalf"};
const Words kTimeNames{"t", "date", "year", "month", "day", "hour", "step"};

bool is_one_of(const std::string& word, const Words& words) {
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
    explicit LayoutFinder(const NetcdfFile& file) : file_{file} {}

    GridLayout find(const std::string& variable) const {
        std::optional<GridLayout> found;
        Words paths;
        for (const auto& v : file_.variables()) {
            if (!variable.empty() && v.path != without_slash(variable))
                continue;
            if (const auto layout = layout_of(v)) {
                found = layout;
                paths.push_back(v.path);
            }
        }
        if (!found) refuse_none(variable);
        if (paths.size() > 1)
            refuse("several fields", "", "one, or --variable with its name",
                   fmt::format("{}", fmt::join(paths, ", ")));
        find_others(*found);
        return *found;
    }

    /// Times and levels: what is neither by its name is what is not there yet.
    void find_others(GridLayout& layout) const {
        const auto& dimensions = layout.field->dimensions;
        std::vector<std::size_t> others;
        for (std::size_t d = 0; d < dimensions.size(); ++d) {
            if (d == layout.row || d == layout.column) continue;
            if (dimensions[d].size == 0)
                refuse("a field without values", layout.field->path,
                       "one at least of each dimension",
                       shape_text(*layout.field));
            if (dimensions[d].size > 1) others.push_back(d);
        }
        if (others.size() > 2)
            refuse("a field of too many dimensions", layout.field->path,
                   "latitude, longitude, one of times and one of levels",
                   shape_text(*layout.field));
        const auto like = [&](bool time) {
            return std::ranges::find_if(others, [&](std::size_t d) {
                return time ? is_time(dimensions[d]) : !is_level(dimensions[d]);
            });
        };
        auto time = like(true);
        if (time == others.end()) time = like(false);
        for (const std::size_t d : others)
            (time != others.end() && d == *time ? layout.time : layout.level) =
                d;
        // Both are levels by their names.
        if (others.size() == 2 && !layout.time) layout.time = others.front();
    }

    /// That of the dimension's own name; null: none.
    const NetcdfVariable* coordinate_of(const NetcdfDimension& d) const {
        for (const auto& v : file_.variables())
            if (along(d, v) && v.name() == d.name) return &v;
        return nullptr;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(file_.name(), what, where, expected, found);
    }

    static std::string without_slash(const std::string& path) {
        return path.substr(path.starts_with('/') ? 1 : 0);
    }

    std::string text(const NetcdfVariable& v, const char* attribute) const {
        return file_.text(v, attribute).value_or("");
    }

    bool is(const Coordinate& c, const NetcdfVariable& v) const {
        if (v.dimensions.size() != 1) return false;
        const auto units = file_.text(v, "units").value_or("degrees");
        if (is_one_of(units, c.units)) return true;
        if (units != "degrees" && units != "degree") return false;
        return is_one_of(lower(v.name()), c.names) ||
               is_one_of(lower(text(v, "standard_name")), c.names) ||
               is_one_of(lower(text(v, "long_name")), c.names);
    }

    /// Whether a variable of one dimension has that of a field: where the file
    /// does not name dimensions, their sizes decide.
    static bool along(const NetcdfDimension& d, const NetcdfVariable& v) {
        if (v.dimensions.size() != 1) return false;
        const auto& own = v.dimensions.front();
        return d.is_named() ? own.id == d.id
                            : !own.is_named() && own.size == d.size;
    }

    const NetcdfVariable* find(const Coordinate& c,
                               const NetcdfDimension& d) const {
        const auto* own = coordinate_of(d);
        if (own != nullptr && (is(kLatitude, *own) || is(kLongitude, *own)))
            return is(c, *own) ? own : nullptr;
        // Others may have indices or metres under that name.
        for (const auto& v : file_.variables())
            if (along(d, v) && is(c, v)) return &v;
        return nullptr;
    }

    std::optional<GridLayout> layout_of(const NetcdfVariable& v) const {
        const auto& d = v.dimensions;
        for (std::size_t row = 0; row < d.size(); ++row) {
            const auto* latitudes = find(kLatitude, d[row]);
            for (std::size_t k = 0; latitudes != nullptr && k < d.size(); ++k)
                if (k != row)
                    if (const auto* longitudes = find(kLongitude, d[k]))
                        return GridLayout{latitudes, longitudes, &v, row, k};
        }
        return std::nullopt;
    }

    [[noreturn]] void refuse_none(const std::string& variable) const {
        Words names, shapes;
        const NetcdfVariable* wanted = nullptr;
        for (const auto& v : file_.variables()) {
            names.push_back(v.path);
            shapes.push_back(shape_text(v));
            if (v.path == without_slash(variable)) wanted = &v;
        }
        const auto all = fmt::format("{}", fmt::join(names, ", "));
        for (const auto& c : {kLatitude, kLongitude})
            if (std::ranges::none_of(file_.variables(),
                                     [&](const auto& v) { return is(c, v); }))
                refuse(fmt::format("no {}", c.what), "",
                       fmt::format("an array of one dimension with units {}",
                                   c.units.front()),
                       all);
        const char* expected =
            "an array with the dimensions of latitudes and longitudes";
        if (wanted != nullptr)
            refuse("bad field", variable, expected, shape_text(*wanted));
        if (!variable.empty()) refuse("no such field", "", variable, all);
        refuse("no field", "", expected,
               fmt::format("{}", fmt::join(shapes, ", ")));
    }

    bool is_time(const NetcdfDimension& d) const {
        const auto name = lower(d.name);
        if (d.records || name.find("time") != name.npos ||
            is_one_of(name, kTimeNames))
            return true;
        const auto* v = coordinate_of(d);
        return v != nullptr &&
               (text(*v, "units").find(" since ") != std::string::npos ||
                text(*v, "axis") == "T");
    }

    bool is_level(const NetcdfDimension& d) const {
        const auto name = lower(d.name);
        if (is_one_of(name, kLevelNames) ||
            std::ranges::any_of(kLevelParts, [&](const auto& part) {
                return name.find(part) != name.npos;
            }))
            return true;
        const auto* v = coordinate_of(d);
        return v != nullptr && (text(*v, "axis") == "Z" ||
                                file_.type(*v, "positive") != NC_NAT);
    }

    const NetcdfFile& file_;
};

}  // namespace

GridLayout find_layout(const NetcdfFile& file, const std::string& variable) {
    return LayoutFinder{file}.find(variable);
}

void find_time_and_level(const NetcdfFile& file, GridLayout& layout) {
    LayoutFinder{file}.find_others(layout);
}

const NetcdfVariable* coordinate_of(const NetcdfFile& file,
                                    const NetcdfDimension& dimension) {
    return LayoutFinder{file}.coordinate_of(dimension);
}

}  // namespace tasuki::io
