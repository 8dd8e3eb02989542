// The field strength of a gauge field on its sites, and the blocks of the
// clover term that is made of it.
//
// F_mu_nu(n) = (Q_mu_nu(n) - Q_mu_nu(n)^dagger) / 8, where the clover leaf Q is
// the sum of the four plaquettes that start at n, in the plane of mu and nu and
// turn from mu to nu.  F is anti-Hermitian, a^2 times the field strength; its
// trace, of order a^6, stays in it.  Where a plaquette goes around T and
// comes back, a boundary condition of +1 or -1 has no effect.
//
// The term is, in the normalisation M = 1 - kappa H + ...,
//   A = 1 + (i / 2) kappa csw sum_{mu, nu} sigma_mu_nu F_mu_nu,
//   sigma_mu_nu = (i / 2) [g_mu, g_nu].
// With B_k = eps_kij F_ij / 2, E_k = F_kT and the Pauli matrices s_k, the block
// of g_5 = +1 is A_+ = 1 - i kappa csw sum_k s_k (B_k - E_k), and that of
// g_5 = -1 is A_- = 1 - i kappa csw sum_k s_k (B_k + E_k).
// Sources: Sheikholeslami and Wohlert, Nucl. Phys. B 259 (1985) 572; Luescher,
// Sint, Sommer and Weisz, Nucl. Phys. B 478 (1996) 365, section 2; tmLQCD has
// the same factors, and the twist 2 kappa mu.
#pragma once

#include <span>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/wilson/clover/clover.hpp"
#include "codelets/wilson/geometry.hpp"

namespace tasuki::wilson::clover {

/// F_mu_nu(n).
/// @param u  has n and its neighbours, diagonal ones too
lattice::Matrix3 field_strength(const lattice::GaugeField& u,
                                const lattice::Coordinates& n, int mu, int nu);

/// Of C = A + i t g_5.
struct Term {
    double clover;  ///< kappa csw
    double twist;   ///< t = 2 kappa mu
};

/// For the sites of a parity: block_reals<T>(half volume) each.
template <class T>
struct Blocks {
    std::span<T> even, odd;  ///< A
    /// Of (A^2 + t^2)^-1, or A^-1 where t = 0.
    std::span<T> odd_inverse;
};

/// Computes the blocks of a block of the lattice in double, and stores them.
/// @param u       has the sites of the block and their neighbours
/// @param origin  coordinates of the block's first site in the lattice
template <class T>
void import_blocks(const lattice::GaugeField& u,
                   const lattice::Coordinates& origin, const Geometry& g,
                   const Term& term, const Blocks<T>& blocks);

}  // namespace tasuki::wilson::clover
