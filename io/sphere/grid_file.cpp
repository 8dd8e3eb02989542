#include "io/sphere/grid_file.hpp"

#include <cmath>
#include <numbers>

#include "io/hdf5/hdf5.hpp"

namespace tasuki::io {

using sphere::Grid;

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

void write_grid(const std::string& path, const GridField& field) {
    const auto latitudes = latitudes_of(field.grid);
    const auto longitudes = longitudes_of(field.grid);
    Hdf5Writer file{sizeof(double) * field.values.size()};
    file.add_dataset("/lat", latitudes, {latitudes.size()});
    file.add_attribute("/lat", "units", "degrees_north");
    file.add_attribute("/lat", "standard_name", "latitude");
    file.add_dataset("/lon", longitudes, {longitudes.size()});
    file.add_attribute("/lon", "units", "degrees_east");
    file.add_attribute("/lon", "standard_name", "longitude");
    const auto name = "/" + field.name;
    file.add_dataset(name.c_str(), field.values,
                     {latitudes.size(), longitudes.size()});
    if (!field.unit.empty())
        file.add_attribute(name.c_str(), "units", field.unit);
    file.attach_scales({{name, {"/lat", "/lon"}}});
    file.add_attribute("/", "Conventions", "CF-1.8");
    file.add_attribute("/", "grid_type",
                       std::string{sphere::latitudes_name(field.grid.kind)});
    file.write_to(path);
}

}  // namespace tasuki::io
