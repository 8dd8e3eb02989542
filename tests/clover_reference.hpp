// The clover term and the twisted mass once more, slow and plain: the four
// plaquettes of a leaf as they are drawn, 4 x 4 gamma matrices, no chiralities.
// Shares nothing with codelets/wilson/clover.
#pragma once

#include "codelets/wilson/reference.hpp"

namespace tasuki::test {

/// (Q - Q^dagger) / 8 of the leaf Q around n.
inline lattice::Matrix3 plain_field_strength(const lattice::GaugeField& u,
                                             const lattice::Coordinates& n,
                                             int mu, int nu) {
    const auto at = [&](int along_mu, int along_nu) {
        return u.extents().shifted(u.extents().shifted(n, mu, along_mu), nu,
                                   along_nu);
    };
    const auto m = [&](int a, int b) { return u.link(at(a, b), mu); };
    const auto v = [&](int a, int b) { return u.link(at(a, b), nu); };
    using lattice::adjoint;
    const auto q =
        m(0, 0) * v(1, 0) * adjoint(m(0, 1)) * adjoint(v(0, 0)) +
        v(0, 0) * adjoint(m(-1, 1)) * adjoint(v(-1, 0)) * m(-1, 0) +
        adjoint(m(-1, 0)) * adjoint(v(-1, -1)) * m(-1, -1) * v(0, -1) +
        adjoint(v(0, -1)) * m(0, -1) * v(1, -1) * adjoint(m(0, 0));
    lattice::Matrix3 f;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            f(i, j) = (q(i, j) - std::conj(q(j, i))) / 8.0;
    return f;
}

/// What a site has of its own.
struct PlainTerm {
    double clover;  ///< kappa csw
    double twist;   ///< 2 kappa mu
};

/// [1 + (i / 2) clover sum_mu_nu sigma_mu_nu F_mu_nu(n) + i twist g_5] psi with
/// sigma_mu_nu = (i / 2) (g_mu g_nu - g_nu g_mu).
inline lattice::SpinorSite plain_term_at(const lattice::GaugeField& u,
                                         const lattice::Coordinates& n,
                                         const PlainTerm& term,
                                         const lattice::SpinorSite& psi) {
    using lattice::Complex;
    constexpr Complex I{0, 1};
    const auto g5 = wilson::reference::gamma(4);
    auto out = psi;
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 3; ++c)
                out[3 * s + c] += I * term.twist * g5[s][r] * psi[3 * r + c];
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < 4; ++nu) {
            if (mu == nu) continue;
            const auto a = wilson::reference::gamma(mu),
                       b = wilson::reference::gamma(nu);
            const auto f = plain_field_strength(u, n, mu, nu);
            for (int s = 0; s < 4; ++s)
                for (int r = 0; r < 4; ++r) {
                    Complex sigma = 0;
                    for (int k = 0; k < 4; ++k)
                        sigma +=
                            I / 2.0 * (a[s][k] * b[k][r] - b[s][k] * a[k][r]);
                    const Complex factor = I / 2.0 * term.clover * sigma;
                    for (int c = 0; c < 3; ++c)
                        for (int d = 0; d < 3; ++d)
                            out[3 * s + c] += factor * f(c, d) * psi[3 * r + d];
                }
        }
    return out;
}

/// The same of a field.
inline lattice::SpinorField plain_term(const lattice::GaugeField& u,
                                       const PlainTerm& term,
                                       const lattice::SpinorField& psi) {
    lattice::SpinorField out{psi.extents};
    for (std::size_t n = 0; n < out.sites.size(); ++n)
        out.sites[n] =
            plain_term_at(u, psi.extents.coordinates(n), term, psi.sites[n]);
    return out;
}

}  // namespace tasuki::test
