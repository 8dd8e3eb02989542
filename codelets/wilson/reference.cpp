#include "codelets/wilson/reference.hpp"

#include <vector>

#include "codelets/lattice/relative_error.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::wilson::reference {

namespace {

using lattice::Complex, lattice::Matrix3, lattice::SpinorSite;

constexpr Complex I{0, 1};

Matrix4 product(const Matrix4& a, const Matrix4& b) {
    Matrix4 c{};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k) c[i][j] += a[i][k] * b[k][j];
    return c;
}

/// (1 + sign g_mu) u psi.
SpinorSite hop(int mu, double sign, const Matrix3& u, const SpinorSite& psi) {
    const Matrix4 g = gamma(mu);
    SpinorSite moved{}, out{};
    for (int s = 0; s < 4; ++s)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                moved[3 * s + i] += u(i, j) * psi[3 * s + j];
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r) {
            const Complex factor = (s == r ? 1.0 : 0.0) + sign * g[s][r];
            for (int i = 0; i < 3; ++i)
                out[3 * s + i] += factor * moved[3 * r + i];
        }
    return out;
}

}  // namespace

Matrix4 gamma(int mu) {
    switch (mu) {
        case 0:
            return {{{0, 0, 0, -I}, {0, 0, -I, 0}, {0, I, 0, 0}, {I, 0, 0, 0}}};
        case 1:
            return {{{0, 0, 0, -1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}}};
        case 2:
            return {{{0, 0, -I, 0}, {0, 0, 0, I}, {I, 0, 0, 0}, {0, -I, 0, 0}}};
        case 3:
            return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}}};
        default:
            return product(product(gamma(0), gamma(1)),
                           product(gamma(2), gamma(3)));
    }
}

SpinorSite wilson_at(const lattice::GaugeField& u,
                     const lattice::SpinorField& psi,
                     const Parameters& parameters,
                     const lattice::Coordinates& n) {
    const lattice::Extents& extents = u.extents();
    SpinorSite out = psi.at(n);
    for (int mu = 0; mu < 4; ++mu) {
        const auto up = extents.shifted(n, mu, +1);
        const auto down = extents.shifted(n, mu, -1);
        const bool wraps_up = mu == 3 && up[3] == 0;
        const bool wraps_down = mu == 3 && n[3] == 0;
        const SpinorSite forward = hop(mu, -1, u.link(n, mu), psi.at(up));
        const SpinorSite backward =
            hop(mu, +1, adjoint(u.link(down, mu)), psi.at(down));
        const double f = wraps_up ? parameters.bc_t : 1;
        const double b = wraps_down ? parameters.bc_t : 1;
        for (int k = 0; k < 12; ++k)
            out[k] -= parameters.kappa * (f * forward[k] + b * backward[k]);
    }
    return out;
}

lattice::SpinorField wilson(const lattice::GaugeField& u,
                            const lattice::SpinorField& psi,
                            const Parameters& parameters) {
    lattice::SpinorField out{psi.extents};
    for (std::size_t n = 0; n < out.sites.size(); ++n)
        out.sites[n] =
            wilson_at(u, psi, parameters, psi.extents.coordinates(n));
    return out;
}

double relative_error(const lattice::GaugeField& u,
                      const lattice::SpinorField& psi,
                      const lattice::SpinorField& d_psi,
                      const Parameters& parameters,
                      std::span<const std::size_t> sites) {
    std::vector<SpinorSite> expected(sites.size());
    runtime::parallel_ranges(
        sites.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (auto k = begin; k < end; ++k)
                expected[k] = wilson_at(u, psi, parameters,
                                        psi.extents.coordinates(sites[k]));
        });
    lattice::RelativeError error;
    for (std::size_t k = 0; k < sites.size(); ++k)
        error.add(d_psi.at(psi.extents.coordinates(sites[k])), expected[k]);
    return error.value();
}

}  // namespace tasuki::wilson::reference
