#include "io/propagator/propagator_file.hpp"

#include "io/atomic_file.hpp"
#include "io/hdf5/checkpoint.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki propagator", 2, "a propagator", ""};
constexpr const char* kGroup = "/solutions";

constexpr std::size_t kReals = sizeof(lattice::SpinorSite) / sizeof(double);
static_assert(kReals == 24);

std::vector<hsize_t> shape_of(const lattice::Extents& extents) {
    std::vector<hsize_t> shape{extents.n.rbegin(), extents.n.rend()};
    shape.insert(shape.end(), {4, 3, 2});
    return shape;
}

void add_column(Hdf5Writer& file, const PropagatorColumn& column) {
    const std::string path = std::string{kGroup} + "/" + column.name;
    const auto& sites = column.x.sites;
    file.add_dataset(
        path.c_str(),
        {reinterpret_cast<const double*>(sites.data()), kReals * sites.size()},
        shape_of(column.x.extents));
    file.add_attribute(path.c_str(), "iterations", column.iterations);
    file.add_attribute(path.c_str(), "true_residual", column.true_residual);
}

}  // namespace

void write_propagator(const std::string& path, const Propagator& p) {
    Hdf5Writer file;
    add_checkpoint(file, kFormat);
    file.add_attribute("/", "gauge", p.gauge);
    file.add_attribute("/", "plaquette", p.plaquette);
    file.add_attribute("/", "kappa", p.kappa);
    file.add_attribute("/", "bc_t", p.bc_t);
    file.add_attribute("/", "source", p.source);
    file.add_attribute("/", "solver", p.solver);
    file.add_attribute("/", "tolerance", p.tolerance);
    file.add_attribute("/", "action", std::string{"M = 1 - kappa H, Wilson"});
    file.add_attribute(
        "/", "basis",
        std::string{"gamma_T = diag(1, 1, -1, -1); docs/solve.md has all"});
    file.add_group(kGroup);
    for (const auto& column : p.columns) add_column(file, column);
    write_file(path, file.image());
}

}  // namespace tasuki::io
