#include "io/sphere/grid_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;
using sphere::Grid, sphere::Latitudes;

/// Of the distance of two latitudes or longitudes, how far they may be off.
constexpr double kTolerance = 1e-3;

/// What CF allows as units of one coordinate.
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

class Reader {
  public:
    explicit Reader(const Source& source)
        : name_{source.name()}, file_{source, "a grid"} {}

    GridField read(const std::string& variable) const {
        const auto latitudes = coordinate(kLatitude);
        const auto longitudes = coordinate(kLongitude);
        GridField field;
        field.name = find_field(variable, latitudes.size(), longitudes.size());
        const auto path = "/" + field.name;
        field.unit = file_.text(path.c_str(), "units").value_or("");
        const bool flipped =
            latitudes.size() > 1 && latitudes.front() < latitudes.back();
        field.grid = {kind_of(latitudes, flipped),
                      static_cast<int>(latitudes.size()),
                      static_cast<int>(longitudes.size())};
        const auto first = first_longitude(longitudes);
        const auto raw = values(path);
        field.values.resize(raw.size());
        const std::size_t rows = latitudes.size(), columns = longitudes.size();
        for (std::size_t j = 0; j < rows; ++j)
            for (std::size_t i = 0; i < columns; ++i)
                field.values[(flipped ? rows - 1 - j : j) * columns +
                             (i + first) % columns] = raw[j * columns + i];
        return field;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(name_, what, where, expected, found);
    }

    std::vector<double> coordinate(const Coordinate& c) const {
        std::optional<std::string> found;
        for (const auto& name : file_.datasets()) {
            const auto path = "/" + name;
            if (file_.shape(path.c_str()).size() != 1) continue;
            const auto units = file_.text(path.c_str(), "units");
            if (units ? is_one_of(*units, c.units) : is_one_of(name, c.names))
                found = found.value_or(path);
        }
        if (!found)
            refuse(fmt::format("no {}", c.what), "",
                   fmt::format("a dataset of one dimension with units {}",
                               c.units.front()),
                   fmt::format("{}", fmt::join(file_.datasets(), ", ")));
        constexpr std::size_t kMost = 1000000;
        const auto size = file_.shape(found->c_str()).front();
        if (size == 0 || size > kMost)
            refuse(fmt::format("bad {}", c.what), *found,
                   fmt::format("1 to {} of them", kMost),
                   fmt::format("{}", size));
        return file_.dataset(found->c_str());
    }

    std::string find_field(const std::string& variable, std::size_t rows,
                           std::size_t columns) const {
        const auto fits = [&](const std::string& name) {
            auto shape = file_.shape(("/" + name).c_str());
            while (shape.size() > 2 && shape.front() == 1)
                shape.erase(shape.begin());
            return shape == std::vector<hsize_t>{rows, columns};
        };
        const auto wanted = fmt::format("an array ({}, {})", rows, columns);
        if (!variable.empty()) {
            if (!is_one_of(variable, file_.datasets()))
                refuse("no such field", "", variable,
                       fmt::format("{}", fmt::join(file_.datasets(), ", ")));
            if (!fits(variable))
                refuse("bad field", variable, wanted, "another shape");
            return variable;
        }
        std::vector<std::string> found;
        for (const auto& name : file_.datasets())
            if (fits(name)) found.push_back(name);
        if (found.empty()) refuse("no field", "", wanted, "none");
        if (found.size() > 1)
            refuse("several fields", "", "one, or --variable with its name",
                   fmt::format("{}", fmt::join(found, ", ")));
        return found.front();
    }

    Latitudes kind_of(std::vector<double> found, bool flipped) const {
        if (flipped) std::ranges::reverse(found);
        const auto count = static_cast<int>(found.size());
        const double tolerance = kTolerance * 180 / count;
        struct Miss {
            double far = 1e300;
            std::size_t at = 0;
            Latitudes kind = Latitudes::gauss;
            double expected = 0;
        } nearest;
        for (const auto kind :
             {Latitudes::gauss, Latitudes::regular, Latitudes::poles}) {
            if (kind == Latitudes::poles && count < 2) continue;
            const auto expected = latitudes_of({kind, count, 1});
            Miss miss{0, 0, kind, 0};
            for (std::size_t j = 0; j < found.size(); ++j) {
                // What is no number is as far as can be.
                const double far = std::isfinite(found[j])
                                       ? std::abs(found[j] - expected[j])
                                       : 1e300;
                if (far > miss.far) miss = {far, j, kind, expected[j]};
            }
            if (miss.far <= tolerance) return kind;
            if (miss.far < nearest.far || kind == Latitudes::gauss)
                nearest = miss;
        }
        refuse("not the latitudes of a grid",
               fmt::format("latitude {}", flipped ? found.size() - nearest.at
                                                  : nearest.at + 1),
               fmt::format("{:.6f} as of {} latitudes ({}; nearest of gauss, "
                           "regular, poles)",
                           nearest.expected, count,
                           sphere::latitudes_name(nearest.kind)),
               fmt::format("{:.6f}", found[nearest.at]));
    }

    /// Which of the points from 0 on is the file's first one.
    std::size_t first_longitude(const std::vector<double>& found) const {
        const auto count = static_cast<double>(found.size());
        const double step = 360 / count;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double expected = found[0] + static_cast<double>(i) * step;
            if (!(std::abs(found[i] - expected) <= kTolerance * step))
                refuse("not the longitudes of a grid",
                       fmt::format("longitude {}", i + 1),
                       fmt::format("{:.6f}, {} of them evenly around the "
                                   "sphere and eastward",
                                   expected, found.size()),
                       fmt::format("{:.6f}", found[i]));
        }
        const double steps = found[0] / step;
        const double nearest = std::round(steps);
        if (std::abs(steps - nearest) > kTolerance)
            refuse("longitudes without 0", "longitude 1",
                   fmt::format("a multiple of {:.6f}", step),
                   fmt::format("{:.6f}", found[0]));
        return static_cast<std::size_t>(nearest -
                                        std::floor(nearest / count) * count);
    }

    std::vector<double> values(const std::string& path) const {
        const char* const at = path.c_str();
        auto values = file_.dataset(at);
        for (const char* missing : {"_FillValue", "missing_value"})
            if (const auto fill = file_.number(at, missing))
                std::ranges::replace(values, *fill,
                                     std::numeric_limits<double>::quiet_NaN());
        const double scale = file_.number(at, "scale_factor").value_or(1);
        const double offset = file_.number(at, "add_offset").value_or(0);
        for (double& value : values) value = value * scale + offset;
        for (std::size_t k = 0; k < values.size(); ++k)
            if (!std::isfinite(values[k]))
                refuse("a value that is missing",
                       fmt::format("value {}", k + 1),
                       "finite numbers on the whole sphere",
                       fmt::format("{}", values[k]));
        return values;
    }

    std::string name_;
    Hdf5Reader file_;
};

}  // namespace

std::vector<double> latitudes_of(const Grid& grid) {
    std::vector<double> values;
    for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
        values.push_back(std::atan2(node.mu, node.cosine) * 180 /
                         std::numbers::pi);
    return values;
}

std::vector<double> longitudes_of(const Grid& grid) {
    std::vector<double> values(static_cast<std::size_t>(grid.longitudes));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 360.0 * static_cast<double>(i) / grid.longitudes;
    return values;
}

GridField read_grid(const Source& source, const std::string& variable) {
    const auto beginning = source.text(0, kHdf5Magic.size());
    if (beginning.starts_with("CDF"))
        throw InputError(source.name(), "a classic NetCDF file", "byte 0",
                         "NetCDF-4 (`nccopy -k nc4 OLD NEW` converts)",
                         fmt::format("the format of NetCDF-3"));
    if (beginning != kHdf5Magic)
        throw InputError(
            source.name(), "not a grid file", "byte 0",
            "NetCDF-4, that is HDF5",
            fmt::format("a file of {} bytes that is not", source.size()));
    return Reader{source}.read(variable);
}

void write_grid(const std::string& path, const GridField& field) {
    const auto latitudes = latitudes_of(field.grid);
    const auto longitudes = longitudes_of(field.grid);
    Hdf5Writer file;
    file.add_dataset("/lat", latitudes, {latitudes.size()});
    file.add_attribute("/lat", "units", std::string{"degrees_north"});
    file.add_attribute("/lat", "standard_name", std::string{"latitude"});
    file.add_dataset("/lon", longitudes, {longitudes.size()});
    file.add_attribute("/lon", "units", std::string{"degrees_east"});
    file.add_attribute("/lon", "standard_name", std::string{"longitude"});
    const auto name = "/" + field.name;
    file.add_dataset(name.c_str(), field.values,
                     {latitudes.size(), longitudes.size()});
    if (!field.unit.empty())
        file.add_attribute(name.c_str(), "units", field.unit);
    file.attach_scales(name.c_str(), {"/lat", "/lon"});
    file.add_attribute("/", "Conventions", std::string{"CF-1.8"});
    file.add_attribute("/", "grid_type",
                       std::string{sphere::latitudes_name(field.grid.kind)});
    AtomicFile out{path};
    out.write(file.image());
    out.commit();
}

}  // namespace tasuki::io
