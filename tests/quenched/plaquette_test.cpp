// The generator against what is known of quenched SU(3).
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/staple.hpp"
#include "graphs/quenched/sweep.hpp"
#include "runtime/core/devices.hpp"
#include "tests/close.hpp"
#include "tests/quenched/fields.hpp"

namespace tasuki::graphs {

namespace {

constexpr lattice::Extents kLattice{{8, 8, 8, 8}}, kSmall{{4, 4, 4, 4}};

struct Run {
    double beta;
    lattice::GaugeField start;
    std::uint32_t thermalization;  ///< sweeps before the first measurement
    std::uint32_t measurements;
    std::uint32_t spacing;  ///< sweeps between two measurements
    int overrelaxation;
};

/// Calls measure(u) with each configuration that is to be measured.
template <class Measure>
void for_configurations(const Run& run, const Measure& measure) {
    constexpr std::uint64_t kSeed = 2024;
    const auto cut = choose_cut(
        run.start.extents(), static_cast<int>(runtime::allowed_cpus().size()));
    runtime::ContextOptions options;
    options.cpu_workers = cut.workers;
    options.gpus = 0;
    runtime::Context context{options};
    SlabbedGaugeField u{context, run.start, cut.slabs};
    std::uint32_t done = 0;
    const auto sweep_to = [&](std::uint32_t end) {
        while (done < end)
            submit_quenched_sweep(
                context, u, {run.beta, kSeed, ++done, run.overrelaxation});
    };
    for (std::uint32_t n = 1; n <= run.measurements; ++n) {
        sweep_to(run.thermalization + n * run.spacing);
        auto configuration = u.collect();
        measure(configuration);
    }
}

double average_plaquette(const Run& run) {
    double sum = 0;
    for_configurations(run, [&sum](const lattice::GaugeField& u) {
        sum += lattice::plaquette(u).average;
    });
    return sum / run.measurements;
}

/// beta as the configurations have it.  With X = U A, A the sum of the staples
/// of a link U, its weight is exp(beta / 3 Re tr X).  That an integral over
/// SU(3) does not change where U is turned says, for the turns of Re tr X
/// (Schwinger-Dyson),
///   4 <Re tr X> = beta / 2 <tr M^2 - (tr M)^2 / 3>,  M = (X - X^dagger) /
///   (2i),
/// on a lattice of any size.
double measured_beta(const Run& run) {
    double force = 0, laplacian = 0;
    for_configurations(run, [&](lattice::GaugeField& u) {
        test::for_each_slab(u, 1, [&](const auto& place, const auto& s) {
            for (std::size_t n = 0; n < place.extents.volume(); ++n)
                for (int mu = 0; mu < 4; ++mu) {
                    const auto x = s.own[4 * n + mu] *
                                   adjoint(quenched::staple_adjoint(
                                       s, place.extents.coordinates(n), mu));
                    const auto trace_x = trace(x);
                    double square = 0;  // of M, summed over its entries
                    for (int i = 0; i < 3; ++i)
                        for (int j = 0; j < 3; ++j)
                            square += std::norm(
                                (x.e[3 * i + j] - std::conj(x.e[3 * j + i])) /
                                2.0);
                    laplacian += 4 * trace_x.real();
                    force += (square - trace_x.imag() * trace_x.imag() / 3) / 2;
                }
        });
    });
    return laplacian / force;
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

// Tolerances are four standard errors.  Of beta that is 0.0007, from runs with
// twelve seeds: each link is a measurement of its own, so that small lattices
// tell as much as large ones.  Of the known plaquette it is 0.0006: the
// standard deviation of one 8^4 configuration is 0.0021, and five sweeps count
// as one.  An 8^4 lattice itself is 0.0006 above the infinite one.

TEST_CASE("configurations have the beta that was asked for") {
    const double found =
        measured_beta({5.7, lattice::hot_start(kSmall, 3), 30, 800, 1, 1});
    CHECK(test::close(found, 5.7, 0.003));
}

TEST_CASE("beta 6.0 gives the known plaquette from a cold start") {
    const double found =
        average_plaquette({6.0, lattice::cold_start(kLattice), 25, 60, 1, 1});
    CHECK(test::near(found, 0.5937, 0.003));
}

TEST_CASE("strong coupling gives the plaquette of the series") {
    // beta / 18 + beta^2 / 216 + ..., the one-plaquette integral; the first
    // surface that knows of four dimensions, the cube, adds 4 <P>^5 = 3e-6.
    constexpr double kBeta = 1;
    const double expected = one_plaquette(kBeta);
    REQUIRE(std::abs(expected - (kBeta / 18 + kBeta * kBeta / 216)) < 2e-4);
    // Independent configurations: standard deviation sqrt(1/18 / plaquettes).
    const double error = std::sqrt(1.0 / 18 / (6 * kLattice.volume()) / 40);
    const double found = average_plaquette(
        {kBeta, lattice::hot_start(kLattice, 2), 5, 40, 1, 0});
    CHECK(std::abs(found - expected) < 4 * error);
}

}  // namespace tasuki::graphs
