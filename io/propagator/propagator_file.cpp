#include "io/propagator/propagator_file.hpp"

#include "io/atomic_file.hpp"
#include "io/propagator/columns.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki propagator", 2, "a propagator", ""};

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
    file.add_group(kSolutions);
    for (const auto& column : p.columns)
        add_column(file, std::string{kSolutions} + "/" + column.name, column);
    write_file(path, file.image());
}

}  // namespace tasuki::io
