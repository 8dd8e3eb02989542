// A link in eight reals, the number of parameters of SU(3).
//
// Source: Bunk & Sommer, Comput. Phys. Commun. 40 (1986) 229, as QUDA uses it
// (Clark et al., arXiv:0911.3191): of a matrix with rows a, b, c keep a2, a3,
// b1 and the phases of a1 and c1; unitarity gives the rest.  That loses all
// digits where |a1|, |c1| or |a2|^2 + |a3|^2 is small: at the unit matrix, for
// one.  So V = U G is kept, with the rotation G of columns m and m + 1 (of
// three, in a ring) by +45 or -45 degrees that keeps V farthest from there; of
// the six, one always leaves |a1|, |c1| and |a2|^2 + |a3|^2 above 0.25.  A
// phase is the tangent of its half and the sign of its cosine.
//   reals:       Re a2, Im a2, Re a3, Im a3, Re b1, Im b1, tan(arg a1 / 2),
//                tan(arg c1 / 2), each in [-1, 1]
//   lowest bits: m = 1, m = 2, G turns by -45, -, -, -, cos(arg a1) < 0,
//                cos(arg c1) < 0
#pragma once

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::wilson {

struct EightReals {
    double r[8];
    bool low_bit[8];
};

/// @param u  special unitary; deviations from that are lost
EightReals eight_reals(const lattice::Matrix3& u);

/// The special unitary matrix of these reals.
lattice::Matrix3 matrix_of(const EightReals& eight);

/// Replaces each link by the SU(3) matrix that kernels compute with if they
/// store it in 12 or 8 reals: links in a file in single precision are not quite
/// one.
/// @param link_reals  12 or 8
/// @return  largest change of an element, in absolute value
double store_links(lattice::GaugeField& u, int link_reals);

}  // namespace tasuki::wilson
