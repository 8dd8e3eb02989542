#include "interface/fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "graphs/wilson/split.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::interface {

using graphs::wilson::Placement;
using lattice::Complex, lattice::Extents;

// Fields on the host have complex numbers without gaps.
static_assert(sizeof(lattice::Matrix3) == 9 * sizeof(Complex));
static_assert(sizeof(lattice::SpinorSite) == 12 * sizeof(Complex));

lattice::GaugeField gauge_field(const Extents& extents, const Complex* u) {
    lattice::GaugeField field{extents};
    auto& links = field.links();
    lattice::copy_field(links.data(), u, links.size() * sizeof(links[0]));
    return field;
}

lattice::SpinorField spinor_field(const Extents& extents, const Complex* psi) {
    lattice::SpinorField field{extents};
    auto& sites = field.sites;
    lattice::copy_field(sites.data(), psi, sites.size() * sizeof(sites[0]));
    return field;
}

void check_finite(const char* name, double value) {
    if (!std::isfinite(value))
        throw runtime::UsageError(
            fmt::format("{}: expected a finite number, found {}", name, value));
}

Placement measured_placement(runtime::Context& context,
                             const graphs::wilson::Decomposition& d,
                             const std::string& name) {
    const auto placement = Placement::parse(name);
    check_placement(context, placement);
    if (placement.is_measured()) return placement;
    return Placement::split(
        graphs::wilson::measured_cpu_fraction<double, 18>(context, d));
}

}  // namespace tasuki::interface
