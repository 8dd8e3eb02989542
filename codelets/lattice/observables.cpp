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

/// The sum of term(site) over a region.  Rows along x are summed by all
/// threads, and then in order: the same bits for any number of threads.
template <class Sum, class Term>
Sum sum_over(const Region& own, const Term& term) {
    const auto length = static_cast<std::size_t>(own.extents()[0]);
    std::vector<Sum> rows(own.volume() / length);
    runtime::parallel_ranges(
        rows.size(), 8, [&](std::size_t begin, std::size_t end) {
            for (auto k = begin * length; k < end * length; ++k)
                term(own.site(k), rows[k / length]);
        });
    Sum sum{};
    for (const Sum& row : rows) sum += row;
    return sum;
}

/// Of plaquettes, by their lower corner.
struct Planes {
    double spatial = 0, temporal = 0;

    Planes& operator+=(const Planes& other) {
        spatial += other.spatial;
        temporal += other.temporal;
        return *this;
    }
};

Planes sum_of_planes(const GaugeField& u, const Region& own) {
    return sum_over<Planes>(own, [&](const Coordinates& here, Planes& sum) {
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
    });
}

double sum_of_traces(const GaugeField& u, const Region& own) {
    return sum_over<double>(own, [&](const Coordinates& here, double& sum) {
        const std::size_t n = u.region().index(here);
        for (int mu = 0; mu < kDimensions; ++mu)
            sum += trace(u.link(n, mu)).real();
    });
}

}  // namespace

LinkSums link_sums(const GaugeField& u, const Region& own) {
    const Planes planes = sum_of_planes(u, own);
    return {planes.spatial, planes.temporal, sum_of_traces(u, own)};
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
