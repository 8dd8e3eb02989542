#include "codelets/lattice/observables.hpp"

#include <cmath>
#include <vector>

#include "runtime/core/team.hpp"

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

RowSum sum_of_row(const GaugeField& u, const Region& own, std::size_t row) {
    RowSum sum;
    const auto length = static_cast<std::size_t>(own.extents()[0]);
    for (std::size_t k = row * length; k < (row + 1) * length; ++k) {
        const Coordinates here = own.site(k);
        const std::size_t n = u.region().index(here);
        for (int mu = 1; mu < kDimensions; ++mu) {
            const auto up = u.extents().shifted(here, mu, 1);
            for (int nu = 0; nu < mu; ++nu) {
                const auto right = u.extents().shifted(here, nu, 1);
                (mu == 3 ? sum.temporal : sum.spatial) +=
                    plaquette_value(u.link(n, mu), u.link(up, nu),
                                    u.link(right, mu), u.link(n, nu));
            }
        }
    }
    return sum;
}

double sum_of_traces(const GaugeField& u, const Region& own) {
    double sum = 0;
    for (std::size_t k = 0; k < own.volume(); ++k) {
        const std::size_t n = u.region().index(own.site(k));
        for (int mu = 0; mu < kDimensions; ++mu)
            sum += trace(u.link(n, mu)).real();
    }
    return sum;
}

}  // namespace

LinkSums link_sums(const GaugeField& u, const Region& own) {
    // The rows are summed in order: the same bits for any number of threads.
    std::vector<RowSum> rows(own.volume() / own.extents()[0]);
    runtime::parallel_ranges(rows.size(), 8,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto row = begin; row < end; ++row)
                                     rows[row] = sum_of_row(u, own, row);
                             });
    LinkSums sums;
    for (const RowSum& row : rows) {
        sums.spatial += row.spatial;
        sums.temporal += row.temporal;
    }
    sums.trace = sum_of_traces(u, own);
    return sums;
}

Plaquette plaquette_of(const LinkSums& sums, std::size_t volume) {
    const double planes = 3.0 * static_cast<double>(volume);
    return {(sums.spatial + sums.temporal) / (2 * planes),
            sums.spatial / planes, sums.temporal / planes};
}

double link_trace_of(const LinkSums& sums, std::size_t volume) {
    return sums.trace / (3.0 * kDimensions * static_cast<double>(volume));
}

Plaquette plaquette(const GaugeField& u) {
    return plaquette_of(link_sums(u, u.extents()), u.extents().volume());
}

double link_trace(const GaugeField& u) {
    return sum_of_traces(u, u.region()) /
           (3.0 * static_cast<double>(u.links().size()));
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
