#include "codelets/lattice/observables.hpp"

#include <cmath>
#include <vector>

#include "runtime/team.hpp"

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

/// Of the plaquettes whose lower corner is in one row of sites along x.
struct RowSum {
    double spatial = 0, temporal = 0;
};

RowSum sum_of_row(const GaugeField& u, std::size_t row) {
    const Extents& extents = u.extents();
    RowSum sum;
    const std::size_t first = row * extents[0];
    for (std::size_t n = first; n < first + extents[0]; ++n) {
        const Coordinates here = extents.coordinates(n);
        for (int mu = 1; mu < kDimensions; ++mu) {
            const auto up = extents.index(extents.shifted(here, mu, 1));
            for (int nu = 0; nu < mu; ++nu) {
                const auto right = extents.index(extents.shifted(here, nu, 1));
                (mu == 3 ? sum.temporal : sum.spatial) +=
                    plaquette_value(u.link(n, mu), u.link(up, nu),
                                    u.link(right, mu), u.link(n, nu));
            }
        }
    }
    return sum;
}

}  // namespace

Plaquette plaquette(const GaugeField& u) {
    const Extents& extents = u.extents();
    // The rows are summed in order: the same bits for any number of threads.
    std::vector<RowSum> rows(extents.volume() / extents[0]);
    runtime::parallel_ranges(rows.size(), 8,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto row = begin; row < end; ++row)
                                     rows[row] = sum_of_row(u, row);
                             });
    double spatial = 0, temporal = 0;
    for (const RowSum& sum : rows) {
        spatial += sum.spatial;
        temporal += sum.temporal;
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
