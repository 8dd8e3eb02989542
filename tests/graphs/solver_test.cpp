// The solvers against the plain reference of M, the identities of its inverse,
// and the free field.
#include <doctest/doctest.h>

#include <complex>
#include <numbers>

#include "tests/close.hpp"
#include "tests/graphs/solver_support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::solver::EvenOddOptions, graphs::solver::Solution;
using graphs::solver::Inner, graphs::solver::Method, graphs::solver::Outcome;
using graphs::solver::Limits;
using graphs::wilson::Placement;
using lattice::Complex, lattice::Extents, lattice::SpinorField;

/// With the whole lattice as one block.
struct Solver : graphs::solver::WilsonSolver {
    Solver(runtime::Context& context, const lattice::GaugeField& u,
           const EvenOddOptions& options, Method method,
           Inner inner = Inner::none)
        : WilsonSolver{context, {u.extents(), {{1, 1, 1, 1}}},
                       u,       options,
                       method,  inner} {}
};

constexpr Extents kExtents{{4, 6, 2, 8}};
constexpr Placement kCpu = Placement::Name::cpu;
constexpr Method kMethods[] = {Method::cg, Method::bicgstab};

/// Kinds of workers of this machine: what runs on one of them has the same bits
/// every time.
std::vector<Placement> places() {
    if (context().count(runtime::Worker::Kind::gpu) > 0)
        return {kCpu, Placement::Name::gpu};
    test::skip_part("the solvers on a GPU: none is here");
    return {kCpu};
}

Solution solve(const lattice::GaugeField& u, const SpinorField& b,
               const EvenOddOptions& options, Method method,
               const Limits& limits = {1e-12, 2000},
               Inner inner = Inner::none) {
    return Solver{context(), u, options, method, inner}.solve(b, limits);
}

/// All of the propagator from one site.
std::vector<SpinorField> propagator(const lattice::GaugeField& u,
                                    const lattice::Coordinates& from,
                                    const EvenOddOptions& options) {
    Solver solver{context(), u, options, Method::cg};
    std::vector<SpinorField> columns;
    for (int k = 0; k < 12; ++k)
        columns.push_back(
            solver
                .solve(lattice::point_source(u.extents(), from, k / 3, k % 3),
                       {1e-13, 2000})
                .x);
    return columns;
}

/// Sum of |S|^2 over each time slice.
std::vector<double> pion(const std::vector<SpinorField>& s) {
    std::vector<double> c(s.front().extents[3]);
    for (const SpinorField& column : s)
        for (std::size_t n = 0; n < column.sites.size(); ++n)
            for (const Complex& entry : column.sites[n])
                c[column.extents.coordinates(n)[3]] += std::norm(entry);
    return c;
}

/// The pion correlator of the unit gauge field: S(p) = (1 - 2 kappa sum cos p
/// + 2 i kappa gamma sin p)^-1, whose square is 12 / (A^2 + B^2) after the sum
/// over spins and colours; each point of a time slice has its own phase.
std::vector<double> free_pion(const Extents& e, double kappa, int bc_t) {
    std::vector<double> c(e[3]);
    const auto momentum = [&](int mu, int k) {
        const double shift = mu == 3 && bc_t == -1 ? 0.5 : 0;
        return 2 * std::numbers::pi * (k + shift) / e[mu];
    };
    // By Parseval's theorem in space, momenta there stay apart.
    for (std::size_t n = 0; n < e.volume() / e[3]; ++n) {
        const auto k = e.coordinates(n);
        for (int t = 0; t < e[3]; ++t) {
            Complex scalar = 0, vector[4] = {};
            for (int k_t = 0; k_t < e[3]; ++k_t) {
                const double p[] = {momentum(0, k[0]), momentum(1, k[1]),
                                    momentum(2, k[2]), momentum(3, k_t)};
                double a = 1, b[4], size = 0;
                for (int mu = 0; mu < 4; ++mu) {
                    a -= 2 * kappa * std::cos(p[mu]);
                    b[mu] = 2 * kappa * std::sin(p[mu]);
                    size += b[mu] * b[mu];
                }
                size += a * a;
                const Complex wave = std::polar(1.0 / e[3], p[3] * t);
                scalar += wave * a / size;
                for (int mu = 0; mu < 4; ++mu)
                    vector[mu] += wave * b[mu] / size;
            }
            double square = std::norm(scalar);
            for (const Complex& v : vector) square += std::norm(v);
            c[t] += 12 * square / (e.volume() / e[3]);
        }
    }
    return c;
}

}  // namespace

TEST_CASE("both methods solve M x = b, as the reference has M") {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    for (const EvenOddOptions options :
         {EvenOddOptions{0.11, -1}, EvenOddOptions{0.12, +1},
          EvenOddOptions{-0.05, -1}, EvenOddOptions{0, -1}}) {
        CAPTURE(options.kappa);
        std::vector<SpinorField> found;
        for (const Method method : kMethods) {
            const auto s = solve(u, b, options, method);
            CHECK(s.convergence.outcome == Outcome::converged);
            CHECK(s.convergence.residuals.size() ==
                  s.convergence.iterations + 1u);
            const double by_reference = residual(u, s.x, b, options);
            CHECK(by_reference < 1e-12);
            CHECK(std::abs(by_reference - s.true_residual) < 1e-14);
            CHECK(std::abs(s.convergence.residual - s.true_residual) < 1e-14);
            found.push_back(s.x);
        }
        // |M^-1| is below 20 here.
        CHECK(largest_difference(found[0], found[1]) <
              20 * 2e-12 * std::sqrt(lattice::norm2(b)));
    }
}

TEST_CASE("a solution is the same bits every time, however it runs") {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    const auto check = [&](Method method, Placement where) {
        Solver solver{context(), u, {0.125, -1, where}, method};
        const auto first = solver.solve(b, {1e-11, 2000});
        CHECK(first.convergence.outcome == Outcome::converged);
        CHECK(residual(u, first.x, b, {0.125, -1}) < 1e-11);
        solver.solve(lattice::random_source(kExtents, 5), {1e-3, 2000});
        const auto again = solver.solve(b, {1e-11, 2000});
        CHECK(first.x.sites == again.x.sites);
        CHECK(first.convergence.residuals == again.convergence.residuals);
        if (context().workers().size() == 1)
            CHECK(solver.graph()->counts().lists > 10);
    };
    for (const auto where : places())
        for (const Method method : kMethods) check(method, where);
}

TEST_CASE("in mixed precision the residual is that of double precision") {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    const auto check = [&](Method method, Placement where, Inner inner) {
        CAPTURE(name_of(inner));
        const EvenOddOptions options{0.12, -1, where};
        const Limits limits{1e-12, 2000};
        Solver solver{context(), u, options, method, inner};
        const auto s = solver.solve(b, limits);
        CHECK(s.convergence.outcome == Outcome::converged);
        CHECK(s.inner == inner);
        CHECK(s.convergence.residuals.size() == s.convergence.iterations + 1u);
        const double by_reference = residual(u, s.x, b, options);
        CHECK(by_reference < 1e-12);
        CHECK(std::abs(by_reference - s.true_residual) < 1e-14);
        // It goes on in its direction, which costs few iterations.
        const auto all_double = solve(u, b, options, method, limits);
        CHECK(s.convergence.iterations <
              1.5 * static_cast<double>(all_double.convergence.iterations));
        solver.iterate(3, 0);
        const auto again = solver.solve(b, limits);
        CHECK(again.x.sites == s.x.sites);
        CHECK(again.convergence.residuals == s.convergence.residuals);
    };
    for (const auto where : places()) {
        check(Method::cg, where, Inner::half);
        check(Method::bicgstab, where, Inner::single);
    }
    check(Method::cg, kCpu, Inner::single);
    check(Method::bicgstab, kCpu, Inner::half);
}

TEST_CASE("where half or single is not enough, the solver goes on in double") {
    const auto u = smooth_start(kExtents, 3);
    auto b = lattice::random_source(kExtents, 4);
    for (auto& site : b.sites)
        for (Complex& c : site) c *= 1e60;  // infinite in single precision
    for (const Method method : kMethods) {
        const auto s =
            solve(u, b, {0.12, -1, kCpu}, method, {1e-12, 2000}, Inner::half);
        CHECK(s.convergence.outcome == Outcome::converged);
        CHECK(s.inner == Inner::none);
        CHECK(residual(u, s.x, b, {0.12, -1}) < 1e-12);
    }
    // The smallest eigenvalue of M is 8e-6 here.
    const auto free = lattice::cold_start(kExtents);
    const EvenOddOptions critical{0.124999, +1, kCpu};
    const auto random = lattice::random_source(kExtents, 1);
    const auto s =
        solve(free, random, critical, Method::cg, {1e-10, 5000}, Inner::half);
    CHECK(s.convergence.outcome == Outcome::converged);
    CHECK(s.inner == Inner::single);
    CHECK(residual(free, s.x, random, critical) < 1e-10);
}

TEST_CASE("a solver goes on from a state of it") {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    for (const Method method : kMethods)
        for (const Inner inner : {Inner::none, Inner::single}) {
            Solver solver{context(), u, {0.12, -1, kCpu}, method, inner};
            SpinorField state{kExtents};
            double reached = 1;
            const auto whole =
                solver.solve(b, {1e-11, 2000}, [&](const auto& progress) {
                    const double residual = progress.front().residual;
                    if (residual < 1e-7 || residual > 1e-2) return;
                    state = solver.state();
                    reached = residual;
                });
            REQUIRE(reached < 1e-2);
            const auto rest = solver.solve(b, {1e-11, 2000}, {}, &state);
            CHECK(rest.convergence.outcome == Outcome::converged);
            CHECK(rest.convergence.residuals.front() < 1e-1);
            CHECK(rest.convergence.iterations < whole.convergence.iterations);
            CHECK(residual(u, rest.x, b, {0.12, -1}) < 1e-11);
        }
}

TEST_CASE("the pion of the free field has the closed form") {
    const Extents extents{{4, 6, 2, 10}};
    const auto u = lattice::cold_start(extents);
    for (const int bc_t : {-1, +1}) {
        CAPTURE(bc_t);
        const auto found = pion(propagator(u, {0, 0, 0, 0}, {0.115, bc_t}));
        const auto expected = free_pion(extents, 0.115, bc_t);
        for (std::size_t t = 0; t < found.size(); ++t)
            CHECK(test::close(found[t], expected[t], 1e-10));
    }
}

TEST_CASE("what does not converge is said to be so") {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    const EvenOddOptions options{0.12, -1};
    const EvenOddOptions on_cpu{0.12, -1, kCpu};
    SUBCASE("too few iterations") {
        for (const Method method : kMethods) {
            const auto s = solve(u, b, options, method, {1e-12, 7}).convergence;
            CHECK(s.outcome == Outcome::too_slow);
            CHECK(s.iterations == 7);
            CHECK(s.residuals.size() == 8);
            CHECK(s.residual > 1e-12);
            CHECK(test::close(s.residual, s.residuals.back(), 1e-10));
            const auto mixed =
                solve(u, b, on_cpu, method, {1e-12, 7}, Inner::single)
                    .convergence;
            CHECK(mixed.outcome == Outcome::too_slow);
            CHECK(mixed.iterations == 7);
            CHECK(mixed.residual > 1e-12);
        }
    }
    SUBCASE("a tolerance below rounding") {
        for (const Method method : kMethods) {
            const auto s = solve(u, b, options, method, {1e-18, 5000});
            CHECK(s.convergence.outcome == Outcome::stagnated);
            CHECK(s.convergence.residual > 1e-18);
            CHECK(s.convergence.residual < 1e-14);
        }
    }
    SUBCASE("a NaN in the links") {
        auto broken = u;
        broken.link(5, 2)(1, 1) = std::nan("");
        for (const Method method : kMethods) {
            const auto s = solve(broken, b, options, method);
            CHECK(s.convergence.outcome == Outcome::broken);
            CHECK_FALSE(s.true_residual <= 1e-12);
            const auto mixed =
                solve(broken, b, on_cpu, method, {1e-12, 2000}, Inner::half);
            CHECK(mixed.convergence.outcome == Outcome::broken);
            CHECK(mixed.inner == Inner::none);
        }
    }
    SUBCASE("numbers that overflow") {
        for (const Method method : kMethods) {
            const auto s = solve(u, b, {1e90, -1}, method);
            CHECK(s.convergence.outcome != Outcome::converged);
        }
    }
}

TEST_CASE("a source of zeros is refused") {
    const auto u = smooth_start(kExtents, 3);
    CHECK_THROWS_AS(solve(u, SpinorField{kExtents}, {0.12, -1}, Method::cg),
                    runtime::UsageError);
}
