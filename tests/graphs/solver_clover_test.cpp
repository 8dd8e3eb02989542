// The solvers with a clover term and a twisted mass, and some without them:
// against the plain reference, identities of the inverse, and the free field.
#include <doctest/doctest.h>

#include <complex>
#include <numbers>
#include <utility>

#include "tests/gauge_transformation.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/graphs/solver_support.hpp"
#include "tests/spinor_algebra.hpp"

namespace tasuki::tests::clover_term {
namespace {

using namespace graphs::solver;
using graphs::wilson::Placement;
using lattice::Complex, lattice::Extents, lattice::SpinorField;
using test::in_other_gauge, test::product, test::times_gamma5;

constexpr Extents kLattice{{4, 6, 2, 8}};
constexpr Limits kLimits{1e-12, 2000};
constexpr Placement kAny = Placement::Name::dynamic,
                    kCpu = Placement::Name::cpu;

Solution solve(const lattice::GaugeField& u, const SpinorField& b,
               const EvenOddOptions& options, Method method = Method::cg,
               Inner inner = Inner::none) {
    WilsonSolver solver{
        context(), {kLattice, {{1, 1, 1, 1}}}, u, options, method, inner};
    return solver.solve(b, kLimits);
}

constexpr EvenOddOptions kTerms[] = {{0.11, -1, kAny, 1.0, 0},
                                     {0.12, +1, kAny, 0, 0.2},
                                     {0.11, -1, kAny, 1.3, -0.1}};
constexpr EvenOddOptions kNoTerm{0.12, -1, kAny};

}  // namespace

TEST_CASE("both methods solve with a clover term and a twisted mass") {
    const auto u = smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 4);
    for (const auto& options : kTerms)
        for (const Method method : {Method::cg, Method::bicgstab}) {
            CAPTURE(options.csw);
            CAPTURE(options.mu);
            const auto s = solve(u, b, options, method);
            CHECK(s.convergence.outcome == Outcome::converged);
            const double by_reference = residual(u, s.x, b, options);
            CHECK(by_reference < 1e-12);
            CHECK(std::abs(by_reference - s.true_residual) < 1e-14);
            CHECK(std::abs(s.convergence.residual - s.true_residual) < 1e-14);
        }
}

TEST_CASE("a solver multiplies by M, between solutions too") {
    const auto u = smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 4);
    const auto x = lattice::random_source(kLattice, 5);
    const auto check = [&](const EvenOddOptions& options) {
        CAPTURE(options.csw);
        WilsonSolver solver{
            context(), {kLattice, {{1, 1, 1, 2}}}, u, options, Method::cg};
        const auto mx = solver.apply(x);
        CHECK(residual(u, x, mx, options) < 1e-15);
        const auto s = solver.solve(b, kLimits);
        CHECK(s.convergence.outcome == Outcome::converged);
        CHECK(residual(u, s.x, solver.apply(s.x), options) < 1e-15);
        CHECK(solver.apply(x).sites == mx.sites);
    };
    check(kNoTerm);
    for (const auto& options : kTerms) check(options);
}

TEST_CASE("both methods do so in mixed precision, and in lists") {
    const auto u = smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 4);
    const bool has_gpu = context().count(runtime::Worker::Kind::gpu) > 0;
    for (auto options : {kTerms[1], kTerms[2]})
        for (const auto& [method, inner] : {std::pair{Method::cg, Inner::none},
                                            {Method::bicgstab, Inner::single},
                                            {Method::cg, Inner::half}}) {
            CAPTURE(options.csw);
            CAPTURE(name_of(inner));
            options.placement = has_gpu ? Placement::Name::gpu : kCpu;
            const auto solve_with = [&](bool with_lists) {
                const test::WithLists with{context(), with_lists};
                return solve(u, b, options, method, inner);
            };
            const auto tasks = solve_with(false), lists = solve_with(true);
            CHECK(lists.convergence.outcome == Outcome::converged);
            CHECK(lists.inner == inner);
            CHECK(residual(u, lists.x, b, options) < 1e-12);
            CHECK(lists.x.sites == tasks.x.sites);
        }
}

TEST_CASE("without them the bits are those of the Wilson operator") {
    const auto u = smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 4);
    const auto wilson = solve(u, b, {0.11, -1, kCpu}).x;
    CHECK(solve(u, b, {0.11, -1, kCpu, 0, 0}).x.sites == wilson.sites);
    CHECK(solve(u, b, {0.11, -1, kCpu, 1, 0}).x.sites != wilson.sites);
    CHECK(solve(u, b, {0.11, -1, kCpu, 0, 1}).x.sites != wilson.sites);
}

TEST_CASE("a solution is that of every other gauge, transformed") {
    const auto u = smooth_start(kLattice, 8), g = smooth_start(kLattice, 9);
    const auto b = lattice::random_source(kLattice, 1);
    for (const auto& options : {kNoTerm, kTerms[2]}) {
        CAPTURE(options.csw);
        const auto x = solve(u, b, options).x;
        const auto other =
            solve(in_other_gauge(u, g), in_other_gauge(b, g), options).x;
        CHECK(largest_difference(other, in_other_gauge(x, g)) <
              20 * 2e-12 * std::sqrt(lattice::norm2(b)));
    }
}

TEST_CASE("the propagator is gamma5-hermitian up to the sign of mu") {
    const auto u = smooth_start(kLattice, 6);
    const auto x = lattice::random_source(kLattice, 1),
               y = lattice::random_source(kLattice, 2);
    for (auto options : {kNoTerm, kTerms[0], kTerms[1], kTerms[2]}) {
        // S(mu)^dagger = g_5 S(-mu) g_5
        const auto right = product(y, solve(u, x, options).x);
        options.mu = -options.mu;
        const auto sy = times_gamma5(solve(u, times_gamma5(y), options).x);
        const double size = std::sqrt(lattice::norm2(x) * lattice::norm2(y));
        CHECK(std::abs(product(sy, x) - right) < 20 * 2e-12 * size);
        CHECK(std::abs(right) > 1e-3 * size);
    }
}

TEST_CASE("with a twisted mass the free propagator has the closed form") {
    // S(p) = (a - i b g - i t g_5) / (a^2 + b^2 + t^2), with a = 1 - 2 kappa
    // sum cos p, b = 2 kappa sin p and t = 2 kappa mu.
    const double kappa = 0.115, mu = 0.3, t = 2 * kappa * mu;
    const auto u = lattice::cold_start(kLattice);
    const auto momentum = [](int axis, int k) {
        return 2 * std::numbers::pi * (k + (axis == 3 ? 0.5 : 0)) /
               kLattice[axis];
    };
    const lattice::Coordinates site{3, 2, 1, 5};
    wilson::reference::Matrix4 expected{};
    for (std::size_t n = 0; n < kLattice.volume(); ++n) {
        const auto k = kLattice.coordinates(n);
        double a = 1, b[5], size = 0, angle = 0;
        for (int axis = 0; axis < 4; ++axis) {
            const double p = momentum(axis, k[axis]);
            a -= 2 * kappa * std::cos(p);
            b[axis] = 2 * kappa * std::sin(p);
            angle += p * site[axis];
        }
        b[4] = t;
        for (const double c : b) size += c * c;
        const auto wave =
            std::polar(1 / ((a * a + size) * kLattice.volume()), angle);
        for (int i = 0; i < 4; ++i) {
            expected[i][i] += wave * a;
            for (int g = 0; g < 5; ++g)
                for (int j = 0; j < 4; ++j)
                    expected[i][j] -= Complex{0, b[g]} * wave *
                                      wilson::reference::gamma(g)[i][j];
        }
    }
    double largest = 0;
    for (int source = 0; source < 4; ++source) {
        const auto x =
            solve(u, lattice::point_source(kLattice, {0, 0, 0, 0}, source, 1),
                  {kappa, -1, kAny, 0, mu});
        for (int sink = 0; sink < 4; ++sink) {
            CHECK(std::abs(x.x.at(site)[3 * sink + 1] -
                           expected[sink][source]) < 1e-11);
            largest = std::max(largest, std::abs(expected[sink][source]));
        }
    }
    CHECK(largest > 1e-4);
}

}  // namespace tasuki::tests::clover_term
