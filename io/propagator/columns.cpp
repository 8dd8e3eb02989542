#include "io/propagator/columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tasuki::io {

namespace {

constexpr std::size_t kReals = sizeof(lattice::SpinorSite) / sizeof(double);
static_assert(kReals == 24);

}  // namespace

std::vector<hsize_t> column_shape(const lattice::Extents& extents) {
    std::vector<hsize_t> shape{extents.n.rbegin(), extents.n.rend()};
    shape.insert(shape.end(), {4, 3, 2});
    return shape;
}

std::size_t bytes_of(const std::vector<PropagatorColumn>& columns) {
    std::size_t sites = 0;
    for (const auto& column : columns) sites += column.x.sites.size();
    return sites * sizeof(lattice::SpinorSite);
}

void add_column(Hdf5Writer& file, const std::string& path,
                const PropagatorColumn& column) {
    const auto& sites = column.x.sites;
    file.add_dataset(
        path.c_str(),
        {reinterpret_cast<const double*>(sites.data()), kReals * sites.size()},
        column_shape(column.x.extents));
    file.add_attribute(path.c_str(), "iterations", column.iterations);
    file.add_attribute(path.c_str(), "true_residual", column.true_residual);
}

PropagatorColumn read_column(const CheckpointReader& read,
                             const std::string& path,
                             const lattice::Extents& extents) {
    const auto shape = read.file().shape(path.c_str());
    const auto expected = column_shape(extents);
    if (shape != expected)
        read.refuse("bad shape", path,
                    fmt::format("({})", fmt::join(expected, ", ")),
                    fmt::format("({})", fmt::join(shape, ", ")));
    PropagatorColumn column{path.substr(path.rfind('/') + 1),
                            lattice::SpinorField{extents},
                            read.whole(path.c_str(), "iterations"),
                            read.from_zero(path.c_str(), "true_residual")};
    const auto values = read.file().dataset(path.c_str());
    for (const double value : values)
        if (!std::isfinite(value))
            read.refuse("bad number", path, "finite numbers",
                        fmt::format("{}", value));
    std::ranges::copy(values, reinterpret_cast<double*>(column.x.sites.data()));
    return column;
}

}  // namespace tasuki::io
