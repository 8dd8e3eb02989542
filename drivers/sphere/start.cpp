#include "drivers/sphere/start.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "codelets/lattice/random.hpp"
#include "codelets/sphere/flow_sums.hpp"
#include "codelets/sphere/truncation.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

constexpr double kPi = std::numbers::pi;

}  // namespace

void check_wave(int degrees, int n, int m) {
    if (n > degrees)
        throw UsageError(fmt::format(
            "--start rossby-haurwitz:{},{}: T{} has degrees up to {}", n, m,
            degrees, degrees));
}

io::Vorticity rossby_haurwitz(int degrees, int n, int m) {
    check_wave(degrees, n, m);
    // Of case 6, in radians per day of 86164 s, and the root of the mean square
    // of its wave's vorticity, 30 K mu (1 - mu^2)^2 cos(4 lambda).
    constexpr double omega = 7.848e-6 * 86164;
    const double mean_square = 450 * omega * omega * std::tgamma(1.5) *
                               std::tgamma(5.0) / (2 * std::tgamma(6.5));
    const sphere::Truncation t = sphere::triangle(degrees);
    io::Vorticity s(t.size());
    s[t.index(0, 1)] = 2 * omega * std::sqrt(4 * kPi / 3);
    const double size = std::sqrt(4 * kPi * mean_square / (m > 0 ? 2 : 1));
    // With the phase of Condon and Shortley: a wave as of case 6.
    s[t.index(m, n)] += m % 2 == 0 ? -size : size;
    return s;
}

io::Vorticity random_flow(int degrees, const io::FlowOrigin& origin) {
    const sphere::Truncation t = sphere::triangle(degrees);
    io::Vorticity s(t.size());
    double energy = 0;
    for (int n = 2; n <= degrees; ++n) {
        double power = 0;
        for (int m = 0; m <= n; ++m) {
            lattice::RandomStream stream{origin.seed,
                                         lattice::Purpose::vortices,
                                         (static_cast<std::uint64_t>(n) << 32) |
                                             static_cast<std::uint64_t>(m)};
            auto value = stream.gaussian();
            // Of order 0 there is only a real part, of others both.
            if (m == 0) value = {value.real() * std::numbers::sqrt2, 0};
            s[t.index(m, n)] = value;
            power += (m > 0 ? 2 : 1) * std::norm(value);
        }
        // In logarithms: the powers are beyond what a double holds.
        const double wanted = std::exp(
            origin.width * (0.5 * std::log(n / origin.peak) -
                            std::log((n + origin.peak) / (2 * origin.peak))));
        const double factor = std::sqrt(wanted * n * (n + 1.0) / power);
        for (int m = 0; m <= n; ++m) s[t.index(m, n)] *= factor;
        energy += wanted;
    }
    // mean of v^2 = sum of |zeta|^2 / (n (n + 1)) over the area
    const double factor = origin.wind * std::sqrt(4 * kPi / energy);
    for (auto& value : s) value *= factor;
    return s;
}

io::Vorticity cut_to(int degrees, int given_degrees,
                     const io::Vorticity& given) {
    const sphere::Truncation to = sphere::triangle(degrees);
    const sphere::Truncation from = sphere::triangle(given_degrees);
    io::Vorticity s(to.size());
    for (int m = 0; m <= std::min(degrees, given_degrees); ++m)
        for (int n = m; n <= std::min(degrees, given_degrees); ++n)
            s[to.index(m, n)] = given[from.index(m, n)];
    return s;
}

}  // namespace tasuki::drivers
