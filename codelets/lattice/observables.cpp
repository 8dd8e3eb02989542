#include "codelets/lattice/observables.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "codelets/lattice/matrix3-inl.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::lattice {

namespace {

PlaquetteSums sum_of_row(const GaugeField& u, const Region& own,
                         std::size_t row) {
    const int length = own.extents()[0];
    const auto links = [&u](Coordinates c) {
        for (int mu = 0; mu < kDimensions; ++mu)
            if (c[mu] >= u.extents()[mu]) c[mu] -= u.extents()[mu];
        return u.links_of(c);
    };
    return inl::plaquettes_of_row(
        own.site(row * static_cast<std::size_t>(length)), length, links);
}

/// sum_of(row) of the rows along x of a region, on all threads.
template <class Sum, class SumOf>
std::vector<Sum> of_rows(const Region& own, const SumOf& sum_of) {
    std::vector<Sum> rows(own.volume() / own.extents()[0]);
    runtime::parallel_ranges(rows.size(), 8,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto row = begin; row < end; ++row)
                                     rows[row] = sum_of(row);
                             });
    return rows;
}

double sum_of_traces(const GaugeField& u, const Region& own) {
    const auto length = static_cast<std::size_t>(own.extents()[0]);
    const auto rows = of_rows<double>(own, [&](std::size_t row) {
        double sum = 0;
        for (std::size_t k = row * length; k < (row + 1) * length; ++k) {
            const std::size_t n = u.region().index(own.site(k));
            for (int mu = 0; mu < kDimensions; ++mu)
                sum += trace(u.link(n, mu)).real();
        }
        return sum;
    });
    return std::accumulate(rows.begin(), rows.end(), 0.0);
}

}  // namespace

// Rows are summed in order: the same bits for any number of threads.
LinkSums link_sums(const GaugeField& u, const Region& own) {
    const auto rows = of_rows<PlaquetteSums>(
        own, [&](std::size_t row) { return sum_of_row(u, own, row); });
    return {sum_of_rows(rows), sum_of_traces(u, own)};
}

PlaquetteSums sum_of_rows(std::span<const PlaquetteSums> rows) {
    PlaquetteSums sums;
    for (const PlaquetteSums& row : rows) {
        sums.spatial += row.spatial;
        sums.temporal += row.temporal;
    }
    return sums;
}

Plaquette plaquette_of(const PlaquetteSums& sums, std::size_t volume) {
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
