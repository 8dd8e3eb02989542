// The Wilson-Dirac operator once more, slow and plain: 4 x 4 gamma matrices,
// std::complex, no projection, no reordering.  What everything else is compared
// with; shares no arithmetic with the kernels.
#pragma once

#include <span>

#include "codelets/lattice/spinor_field.hpp"

namespace tasuki::wilson::reference {

using Matrix4 = std::array<std::array<lattice::Complex, 4>, 4>;

/// gamma_mu for mu = 0..3, and gamma_5 = g_X g_Y g_Z g_T for mu = 4.
Matrix4 gamma(int mu);

struct Parameters {
    double kappa;
    int bc_t;  ///< +1 periodic, -1 antiperiodic in T
};

/// (D psi)(n) at one site; formula in interior/interior.hpp.  Both fields have
/// n and its neighbours.
lattice::SpinorSite wilson_at(const lattice::GaugeField& u,
                              const lattice::SpinorField& psi,
                              const Parameters& parameters,
                              const lattice::Coordinates& n);

/// D psi on the whole lattice.
lattice::SpinorField wilson(const lattice::GaugeField& u,
                            const lattice::SpinorField& psi,
                            const Parameters& parameters);

/// max over `sites` (lexicographic in the lattice) and components of |d_psi - D
/// psi|, over max |D psi|; NaN wins, and is what no sites give.
double relative_error(const lattice::GaugeField& u,
                      const lattice::SpinorField& psi,
                      const lattice::SpinorField& d_psi,
                      const Parameters& parameters,
                      std::span<const std::size_t> sites);

}  // namespace tasuki::wilson::reference
