// The three SU(2) subgroups of SU(3): an SU(2) element in rows and columns
// (row, column) = (i, j) of the unit matrix.
//
// Source: Cabibbo & Marinari, Phys. Lett. B 119 (1982) 387.
#pragma once

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/quenched/su2.hpp"

namespace tasuki::quenched {

/// Rows (and columns) of the 3 x 3 matrix that the SU(2) element fills.
struct Subgroup {
    int i, j;
};

/// Calls update(subgroup) for the three of them, in the order of the updates:
/// no loop, so that a GPU keeps matrices in registers.
template <class Update>
TASUKI_HD void for_each_subgroup(const Update& update) {
    update(Subgroup{0, 1});
    update(Subgroup{0, 2});
    update(Subgroup{1, 2});
}

/// The quaternion r with Re tr(a w) = Re tr(a r) for every a of SU(2), where w
/// is the 2 x 2 block of `m` in that subgroup: the part of the block that is
/// a real multiple of an SU(2) element.  The rest of w drops out of the trace.
TASUKI_HD Su2 project(const lattice::Matrix3& m, Subgroup g) {
    const auto &ii = m(g.i, g.i), &ij = m(g.i, g.j);
    const auto &ji = m(g.j, g.i), &jj = m(g.j, g.j);
    return {{0.5 * (ii.real() + jj.real()), 0.5 * (ij.imag() + ji.imag()),
             0.5 * (ij.real() - ji.real()), 0.5 * (ii.imag() - jj.imag())}};
}

/// m <- a m, with `a` in that subgroup: changes rows i and j only.
TASUKI_HD void multiply_left(const Su2& a, Subgroup g, lattice::Matrix3& m) {
    const double a0 = a.a[0], a1 = a.a[1], a2 = a.a[2], a3 = a.a[3];
    for (int c = 0; c < 3; ++c) {
        const double ur = m(g.i, c).real(), ui = m(g.i, c).imag();
        const double vr = m(g.j, c).real(), vi = m(g.j, c).imag();
        m(g.i, c) = {a0 * ur - a3 * ui + a2 * vr - a1 * vi,
                     a0 * ui + a3 * ur + a2 * vi + a1 * vr};
        m(g.j, c) = {a0 * vr + a3 * vi - a2 * ur - a1 * ui,
                     a0 * vi - a3 * vr - a2 * ui + a1 * ur};
    }
}

/// Projection, normalisation and two multiplications [flop].
inline constexpr double kFlopsPerSubgroup = 8 + 12 + 2 * 6 * 14;

}  // namespace tasuki::quenched
