// Observables of a gauge field: plaquette, link trace, unitarity.
#pragma once

#include <span>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::lattice {

/// Averages of Re tr U_P / 3, where U_P = U_mu(n) U_nu(n+mu) U_mu(n+nu)^dagger
/// U_nu(n)^dagger.  Source: Gattringer & Lang (2010), eq. (2.48).
struct Plaquette {
    double average;   ///< over the six planes
    double spatial;   ///< over xy, xz, yz
    double temporal;  ///< over xt, yt, zt
};

/// Of a field of the whole lattice, on all threads of the team; the same bits
/// for any number of them.
Plaquette plaquette(const GaugeField& u);

/// Average of Re tr U / 3 over all links, which the field has.
double link_trace(const GaugeField& u);

/// Sums of Re tr U_P / 3 over plaquettes, by their lower corner.
struct PlaquetteSums {
    double spatial = 0;   ///< over xy, xz, yz
    double temporal = 0;  ///< over xt, yt, zt
};
/// The sums of the averages.
struct LinkSums : PlaquetteSums {
    double trace = 0;  ///< Re tr U
};

/// Of rows of sites along x, added in their order.
PlaquetteSums sum_of_rows(std::span<const PlaquetteSums> rows);

/// Over the sites of a region, of which `u` has the neighbours too.
LinkSums link_sums(const GaugeField& u, const Region& own);

/// From the sums over a lattice of so many sites.
Plaquette plaquette_of(const PlaquetteSums& sums, std::size_t volume);
double link_trace_of(const LinkSums& sums, std::size_t volume);

/// The link that is furthest from SU(3).
struct Unitarity {
    double defect;     ///< see unitarity_defect(); NaN if any link has one
    std::size_t site;  ///< its place in the field
    int mu;
};

Unitarity worst_unitarity(const GaugeField& u);

}  // namespace tasuki::lattice
