// What is measured on a gauge field: plaquette, link trace, unitarity.
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

/// On all threads of the team; the same bits for any number of them.
Plaquette plaquette(const GaugeField& u);

/// Average of Re tr U / 3 over all links.
double link_trace(const GaugeField& u);

/// The link that is furthest from SU(3).
struct Unitarity {
    double defect;     ///< see unitarity_defect(); NaN if any link has one
    std::size_t site;  ///< lexicographic index
    int mu;
};

Unitarity worst_unitarity(const GaugeField& u);

}  // namespace tasuki::lattice
