#include "codelets/sphere/flow_sums.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "codelets/sphere/truncation.hpp"

namespace tasuki::sphere {

namespace {

constexpr double kSphere = 4 * std::numbers::pi;  // its area

}  // namespace

FlowSums flow_sums(std::span<const double> power, double first) {
    FlowSums sums;
    sums.energy_of_degree.resize(power.size());
    sums.enstrophy_of_degree.resize(power.size());
    for (std::size_t n = 1; n < power.size(); ++n) {
        const auto degree = static_cast<double>(n);
        const double enstrophy = power[n] / (2 * kSphere);
        const double energy = enstrophy / (degree * (degree + 1));
        sums.enstrophy_of_degree[n] = enstrophy;
        sums.energy_of_degree[n] = energy;
        sums.enstrophy += enstrophy;
        sums.energy += energy;
    }
    // U_0^0 = eps_1 zeta_1^0, and P_0^0 = 1 / sqrt(4 pi) times it.
    sums.angular_momentum = first / std::sqrt(3 * kSphere);
    return sums;
}

FlowSums flow_sums(int degrees, std::span<const Complex> vorticity) {
    const Truncation t = triangle(degrees);
    std::vector<double> power(static_cast<std::size_t>(degrees) + 1);
    for (int m = 0; m <= degrees; ++m)
        for (int n = m; n <= degrees; ++n)
            power[static_cast<std::size_t>(n)] +=
                (m > 0 ? 2 : 1) * std::norm(vorticity[t.index(m, n)]);
    return flow_sums(power, vorticity[t.index(0, 1)].real());
}

}  // namespace tasuki::sphere
