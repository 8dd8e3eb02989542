#include "drivers/solve/correlator.hpp"

#include <cmath>

namespace tasuki::drivers {

void add_to_correlator(const lattice::SpinorField& x, int axis, int from,
                       std::vector<double>& correlator) {
    const int extent = x.extents[axis];
    for (std::size_t n = 0; n < x.sites.size(); ++n) {
        double sum = 0;
        for (const lattice::Complex& c : x.sites[n]) sum += std::norm(c);
        const int at = x.region.site(n)[axis];
        correlator[(at - from + extent) % extent] += sum;
    }
}

std::vector<std::optional<double>> effective_mass(
    const std::vector<double>& c) {
    const std::size_t extent = c.size();
    std::vector<std::optional<double>> mass(extent);
    for (std::size_t d = 0; d < extent; ++d) {
        const double cosh =
            (c[(d + extent - 1) % extent] + c[(d + 1) % extent]) / (2 * c[d]);
        if (cosh >= 1 && std::isfinite(cosh)) mass[d] = std::acosh(cosh);
    }
    return mass;
}

}  // namespace tasuki::drivers
