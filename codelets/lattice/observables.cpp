#include "codelets/lattice/observables.hpp"

#include <cmath>

namespace tasuki::lattice {

namespace {

/// Re tr (a b c^dagger d^dagger) / 3.
double plaquette_value(const Matrix3& a, const Matrix3& b, const Matrix3& c,
                       const Matrix3& d) {
    const Matrix3 ab = a * b, dc = d * c;  // tr(ab (dc)^dagger)
    double sum = 0;
    for (int k = 0; k < 9; ++k)
        sum +=
            ab.e[k].real() * dc.e[k].real() + ab.e[k].imag() * dc.e[k].imag();
    return sum / 3;
}

}  // namespace

Plaquette plaquette(const GaugeField& u) {
    const Extents& extents = u.extents();
    double spatial = 0, temporal = 0;
    for (std::size_t n = 0; n < extents.volume(); ++n) {
        const Coordinates here = extents.coordinates(n);
        for (int mu = 1; mu < kDimensions; ++mu) {
            const auto up = extents.index(extents.shifted(here, mu, 1));
            for (int nu = 0; nu < mu; ++nu) {
                const auto right = extents.index(extents.shifted(here, nu, 1));
                (mu == 3 ? temporal : spatial) +=
                    plaquette_value(u.link(n, mu), u.link(up, nu),
                                    u.link(right, mu), u.link(n, nu));
            }
        }
    }
    const double planes = 3.0 * static_cast<double>(extents.volume());
    return {(spatial + temporal) / (2 * planes), spatial / planes,
            temporal / planes};
}

double link_trace(const GaugeField& u) {
    double sum = 0;
    for (const Matrix3& link : u.links()) sum += trace(link).real();
    return sum / (3.0 * static_cast<double>(u.links().size()));
}

Unitarity worst_unitarity(const GaugeField& u) {
    Unitarity worst{0, 0, 0};
    for (std::size_t k = 0; k < u.links().size(); ++k) {
        const double defect = unitarity_defect(u.links()[k]);
        if (std::isnan(defect) || defect > worst.defect)
            worst = {defect, k / kDimensions,
                     static_cast<int>(k % kDimensions)};
        if (std::isnan(defect)) break;
    }
    return worst;
}

}  // namespace tasuki::lattice
