#include "drivers/lattice/hopping_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivers/common/options.hpp"
#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

/// With r = 1 in four dimensions (Gattringer and Lang, Quantum Chromodynamics
/// on the Lattice, chapter 5).
double kappa_of(const std::string& mass) {
    const auto m = io::parse_number<double>(mass);
    const double kappa = m ? 1 / (2 * *m + 8) : 0;
    if (!m || !std::isfinite(*m) || !std::isfinite(kappa))
        throw runtime::UsageError(fmt::format(
            "--mass: expected a finite number other than -4, found '{}'",
            mass));
    return kappa;
}

}  // namespace

void add_hopping_options(CLI::App& command, double& kappa, std::string& bc_t) {
    add_option(command, "--kappa", kappa, "hopping parameter kappa");
    add_option(
        command, "--mass",
        "bare mass m [lattice units] instead of kappa, which is 1 / (2 m + 8)",
        [&kappa](const std::string& mass) { kappa = kappa_of(mass); })
        .excludes("--kappa");
    add_option(command, "--bc-t", bc_t, Words{"periodic", "antiperiodic"},
               "fermion boundary condition in T");
}

}  // namespace tasuki::drivers
