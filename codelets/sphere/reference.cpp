#include "codelets/sphere/reference.hpp"

#include <cmath>
#include <numbers>

namespace tasuki::sphere {

namespace {

using Real = long double;
constexpr Real kPi = std::numbers::pi_v<Real>;

Real epsilon(int m, int n) {
    const Real nn = n, mm = m;
    return std::sqrt((nn * nn - mm * mm) / (4 * nn * nn - 1));
}

/// Of latitude j, its sine as the grid has it.
template <class Body>
void for_latitudes(const Grid& grid, const Body& body) {
    const auto nodes = nodes_of(grid.kind, grid.latitudes);
    for (std::size_t j = 0; j < nodes.size(); ++j) body(j, nodes[j]);
}

}  // namespace

std::vector<Real> reference_legendre(int m, int degrees, Real mu) {
    const Real sine2 = (1 - mu) * (1 + mu);
    // ln |P_m^m|
    Real log_size = std::log((2 * m + 1) / (4 * kPi)) / 2;
    for (int k = 1; k <= m; ++k)
        log_size += std::log((2 * k - 1) / static_cast<Real>(2 * k)) / 2;
    std::vector<Real> p(static_cast<std::size_t>(degrees - m) + 1, 0);
    if (sine2 <= 0 && m > 0) return p;
    if (m > 0) log_size += m * std::log(sine2) / 2;
    // Values are kept near 1 and their size apart.
    Real before = 0, now = m % 2 == 0 ? 1 : -1;
    for (int n = m; n <= degrees; ++n) {
        p[static_cast<std::size_t>(n - m)] = now * std::exp(log_size);
        const Real next = (mu * now - (n > m ? epsilon(m, n) : 0) * before) /
                          epsilon(m, n + 1);
        before = now;
        now = next;
        const Real large = 1e300L;
        if (std::abs(now) > large) {
            now /= large;
            before /= large;
            log_size += std::log(large);
        }
    }
    return p;
}

std::vector<double> reference_synthesis(
    const Truncation& t, const Grid& grid,
    const std::vector<std::complex<double>>& spectrum) {
    std::vector<double> field(grid.size());
    for_latitudes(grid, [&](std::size_t j, const Node& node) {
        for (int m = 0; m <= t.orders; ++m) {
            const auto p = reference_legendre(m, t.degrees, node.mu);
            std::complex<Real> sum{};
            for (int n = m; n <= t.degrees; ++n)
                sum += p[static_cast<std::size_t>(n - m)] *
                       std::complex<Real>{spectrum[t.index(m, n)]};
            for (int i = 0; i < grid.longitudes; ++i) {
                const Real angle = 2 * kPi * m * i / grid.longitudes;
                const Real value =
                    sum.real() * std::cos(angle) - sum.imag() * std::sin(angle);
                field[j * static_cast<std::size_t>(grid.longitudes) +
                      static_cast<std::size_t>(i)] +=
                    static_cast<double>(m == 0 ? sum.real() : 2 * value);
            }
        }
    });
    return field;
}

std::vector<std::complex<double>> reference_analysis(
    const Truncation& t, const Grid& grid, const std::vector<double>& field) {
    std::vector<std::complex<Real>> sums(t.size());
    for_latitudes(grid, [&](std::size_t j, const Node& node) {
        const Real area = node.weight * 2 * kPi / grid.longitudes;
        for (int m = 0; m <= t.orders; ++m) {
            std::complex<Real> fourier{};
            for (int i = 0; i < grid.longitudes; ++i)
                fourier +=
                    std::polar<Real>(1, -2 * kPi * m * i / grid.longitudes) *
                    Real{field[j * static_cast<std::size_t>(grid.longitudes) +
                               static_cast<std::size_t>(i)]};
            const auto p = reference_legendre(m, t.degrees, node.mu);
            for (int n = m; n <= t.degrees; ++n)
                sums[t.index(m, n)] +=
                    area * p[static_cast<std::size_t>(n - m)] * fourier;
        }
    });
    std::vector<std::complex<double>> spectrum;
    for (const auto& s : sums)
        spectrum.emplace_back(static_cast<double>(s.real()),
                              static_cast<double>(s.imag()));
    return spectrum;
}

}  // namespace tasuki::sphere
