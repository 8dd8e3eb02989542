#include "io/propagator/propagator_file.hpp"

#include <fmt/format.h>

#include "io/propagator/columns.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki propagator", 2, "a propagator", ""};

}  // namespace

std::string action_of(const Propagator& p) {
    return fmt::format("M = {}{} - kappa H, {}", p.csw != 0 ? "A" : "1",
                       p.mu != 0 ? " + 2 i kappa mu g_5" : "",
                       p.csw != 0  ? "clover"
                       : p.mu != 0 ? "twisted mass"
                                   : "Wilson");
}

PropagatorFile::PropagatorFile(const std::string& path, const Propagator& p,
                               std::size_t bytes)
    : file_{path, bytes} {
    file_.add([&](Hdf5Writer& file) {
        add_checkpoint(file, kFormat);
        file.add_attribute("/", "gauge", p.gauge);
        file.add_attribute("/", "plaquette", p.plaquette);
        file.add_attribute("/", "kappa", p.kappa);
        file.add_attribute("/", "csw", p.csw);
        file.add_attribute("/", "mu", p.mu);
        file.add_attribute("/", "bc_t", p.bc_t);
        file.add_attribute("/", "source", p.source);
        file.add_attribute("/", "solver", p.solver);
        file.add_attribute("/", "tolerance", p.tolerance);
        file.add_attribute("/", "action", action_of(p));
        file.add_attribute("/", "basis",
                           std::string{"gamma_T = diag(1, 1, -1, -1); "
                                       "docs/solve.md has all"});
        file.add_group(kSolutions);
    });
}

void PropagatorFile::add(const PropagatorColumn& column) {
    file_.add([&](Hdf5Writer& file) {
        add_column(file, std::string{kSolutions} + "/" + column.name, column);
    });
}

void PropagatorFile::commit() {
    file_.commit();
}

}  // namespace tasuki::io
