// The generator against what is known of quenched SU(3).
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "codelets/lattice/observables.hpp"
#include "graphs/quenched/sweep.hpp"
#include "runtime/devices.hpp"

namespace tasuki::graphs {

namespace {

constexpr lattice::Extents kLattice{{8, 8, 8, 8}};

struct Run {
    double beta;
    lattice::GaugeField start;
    std::uint32_t thermalization;  ///< sweeps before the first measurement
    std::uint32_t measurements;
    std::uint32_t spacing;  ///< sweeps between two measurements
    int overrelaxation;
};

double average_plaquette(const Run& run) {
    constexpr std::uint64_t kSeed = 2024;
    const auto cut =
        choose_cut(kLattice, static_cast<int>(runtime::allowed_cpus().size()));
    runtime::ContextOptions options;
    options.cpu_workers = cut.workers;
    options.gpus = 0;
    runtime::Context context{options};
    const SlabbedGaugeField u{context, run.start, cut.slabs};
    double sum = 0;
    std::uint32_t done = 0;
    const auto sweep_to = [&](std::uint32_t end) {
        while (done < end)
            submit_quenched_sweep(
                u, {run.beta, kSeed, ++done, run.overrelaxation});
    };
    for (std::uint32_t n = 1; n <= run.measurements; ++n) {
        sweep_to(run.thermalization + n * run.spacing);
        sum += lattice::plaquette(u.collect()).average;
    }
    return sum / run.measurements;
}

/// <P>, P = Re tr U / 3, for one plaquette on its own: the weight exp(beta P)
/// on SU(3), integrated over the angles of the eigenvalues with Weyl's
/// measure.  Equidistant points are exact to rounding for periodic functions.
double one_plaquette(double beta) {
    constexpr int kPoints = 48;
    double weighted = 0, total = 0;
    for (int i = 0; i < kPoints; ++i)
        for (int j = 0; j < kPoints; ++j) {
            const double a = 2 * std::numbers::pi * i / kPoints;
            const double b = 2 * std::numbers::pi * j / kPoints;
            const double c = -a - b;
            const double p = (std::cos(a) + std::cos(b) + std::cos(c)) / 3;
            const double measure = (1 - std::cos(a - b)) *
                                   (1 - std::cos(b - c)) *
                                   (1 - std::cos(c - a));
            weighted += p * measure * std::exp(beta * p);
            total += measure * std::exp(beta * p);
        }
    return weighted / total;
}

}  // namespace

// Tolerances are at least 3.4 standard errors.  Standard deviation of the
// plaquette of one 8^4 configuration, and factor by which autocorrelation
// raises the error of the mean, measured in runs of 1000 sweeps: 0.0021 and
// 1.5 at beta 6.0, 0.0030 and 1.7 at 5.7.  The 8^4 lattice itself is 0.0006
// above the infinite one at 6.0.

TEST_CASE("beta 6.0 gives the known plaquette from a cold start") {
    const double found =
        average_plaquette({6.0, lattice::cold_start(kLattice), 40, 125, 2, 4});
    CHECK(std::abs(found - 0.5937) < 0.0015);
}

TEST_CASE("beta 5.7 gives the known plaquette from a hot start") {
    const double found = average_plaquette(
        {5.7, lattice::hot_start(kLattice, 1), 40, 125, 2, 4});
    CHECK(std::abs(found - 0.5492) < 0.002);
}

TEST_CASE("strong coupling gives the plaquette of the series") {
    // beta / 18 + beta^2 / 216 + ..., the one-plaquette integral; the first
    // surface that knows of four dimensions, the cube, adds 4 <P>^5 = 3e-6.
    constexpr double kBeta = 1;
    const double expected = one_plaquette(kBeta);
    REQUIRE(std::abs(expected - (kBeta / 18 + kBeta * kBeta / 216)) < 2e-4);
    // Independent configurations: standard deviation sqrt(1/18 / plaquettes).
    const double error = std::sqrt(1.0 / 18 / (6 * kLattice.volume()) / 120);
    const double found = average_plaquette(
        {kBeta, lattice::hot_start(kLattice, 2), 10, 120, 1, 0});
    CHECK(std::abs(found - expected) < 4 * error);
}

}  // namespace tasuki::graphs
