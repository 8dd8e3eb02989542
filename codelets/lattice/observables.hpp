// Observables of a gauge field: plaquette, link trace, unitarity.
#pragma once

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

/// The sums of the averages.
struct LinkSums {
    double spatial = 0, temporal = 0;  ///< plaquettes, by their lower corner
    double trace = 0;                  ///< Re tr U
};

/// Over the sites of a region, of which `u` has the neighbours too.
LinkSums link_sums(const GaugeField& u, const Region& own);

/// From the sums over a lattice of so many sites.
Plaquette plaquette_of(const LinkSums& sums, std::size_t volume);
double link_trace_of(const LinkSums& sums, std::size_t volume);

/// The link that is furthest from SU(3).
struct Unitarity {
    double defect;     ///< see unitarity_defect(); NaN if any link has one
    std::size_t site;  ///< its place in the field
    int mu;
};

Unitarity worst_unitarity(const GaugeField& u);

}  // namespace tasuki::lattice
