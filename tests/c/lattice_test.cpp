// The Wilson-Dirac operator of tasuki.h: the plain reference, and the graphs.
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/c/support.hpp"
#include "tests/graphs/solver_support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using graphs::solver::EvenOddOptions, graphs::solver::WilsonSolver;
using graphs::wilson::Placement;
using lattice::Extents, lattice::GaugeField, lattice::SpinorField;

namespace {

constexpr Extents kLattice{{4, 6, 2, 8}};  // X, Y, Z, T
constexpr int kShape[] = {8, 2, 6, 4};     // T, Z, Y, X
constexpr double kTolerance = 1e-12;

const tasuki_complex* numbers(const SpinorField& psi) {
    return psi.sites.data()->data();
}
tasuki_complex* numbers(SpinorField& psi) {
    return psi.sites.data()->data();
}

/// An operator on kLattice.
class Wilson {
  public:
    Wilson(tasuki_context* context, const GaugeField& u,
           const tasuki_wilson_options& options) {
        REQUIRE(tasuki_wilson_create(context, kShape,
                                     u.links().data()->e.data(), &options,
                                     &its) == TASUKI_DONE);
    }
    ~Wilson() { CHECK(tasuki_wilson_destroy(its) == TASUKI_DONE); }
    Wilson(const Wilson&) = delete;
    Wilson& operator=(const Wilson&) = delete;

    SpinorField apply(const SpinorField& psi) const {
        SpinorField out{kLattice};
        CHECK(tasuki_wilson_apply(its, numbers(psi), numbers(out)) ==
              TASUKI_DONE);
        return out;
    }
    struct Solution {
        SpinorField psi{kLattice};
        std::int64_t iterations = 0;
        double residual = 0;
        int code = 0;
    };
    Solution solve(const SpinorField& b, double tolerance = kTolerance,
                   std::int64_t most = 2000) const {
        Solution s;
        s.code =
            tasuki_wilson_solve(its, numbers(b), tolerance, most,
                                numbers(s.psi), &s.iterations, &s.residual);
        return s;
    }

    tasuki_wilson* its = nullptr;
};

EvenOddOptions same(const tasuki_wilson_options& o) {
    return {o.kappa, o.boundary == TASUKI_PERIODIC ? 1 : -1,
            Placement::Name::cpu, o.csw, o.mu};
}

const tasuki_wilson_options kOperators[] = {
    {.kappa = 0.12},
    {.kappa = 0.11, .csw = 1.2},
    {.kappa = 0.12, .mu = 0.2, .boundary = TASUKI_PERIODIC},
    {.kappa = 0.11, .csw = 1, .mu = -0.1, .blocks = {2, 1, 1, 2}}};

}  // namespace

TEST_CASE("D is that of the plain reference, and solve() its inverse") {
    const auto u = tests::smooth_start(kLattice, 3);
    const auto x = lattice::random_source(kLattice, 4);
    const auto b = lattice::random_source(kLattice, 5);
    const Runtime runtime;
    for (const auto& options : kOperators) {
        CAPTURE(options.csw);
        CAPTURE(options.mu);
        const Wilson d{runtime, u, options};
        CHECK(tests::residual(u, x, d.apply(x), same(options)) < 1e-15);
        const auto s = d.solve(b);
        CHECK(s.code == TASUKI_DONE);
        CHECK(s.iterations > 1);
        CHECK(s.residual <= kTolerance);
        const double by_reference = tests::residual(u, s.psi, b, same(options));
        CHECK(std::abs(by_reference - s.residual) < 1e-14);
    }
}

TEST_CASE("every method and precision solves to the residual of double") {
    const auto u = tests::smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 5);
    const Runtime runtime;
    for (const int method : {TASUKI_CG, TASUKI_BICGSTAB})
        for (const int precision :
             {TASUKI_DOUBLE, TASUKI_SINGLE, TASUKI_HALF}) {
            CAPTURE(method);
            CAPTURE(precision);
            const tasuki_wilson_options options{
                .kappa = 0.12, .method = method, .precision = precision};
            const auto s = Wilson{runtime, u, options}.solve(b);
            CHECK(s.code == TASUKI_DONE);
            CHECK(tests::residual(u, s.psi, b, same(options)) <
                  kTolerance + 1e-14);
        }
}

TEST_CASE("products and solutions are those of the graph, bit for bit") {
    const auto u = tests::smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 5);
    const tasuki_wilson_options options{.kappa = 0.12, .csw = 1};
    SpinorField product{kLattice};
    Wilson::Solution s;
    {
        const Cpus cpus;
        const Wilson d{cpus, u, options};
        product = d.apply(b);
        s = d.solve(b);
    }
    runtime::Context context{{.gpus = 0}};
    WilsonSolver solver{context,
                        {kLattice, {{1, 1, 1, 1}}},
                        u,
                        same(options),
                        graphs::solver::Method::cg};
    CHECK(solver.apply(b).sites == product.sites);
    const auto expected = solver.solve(b, {kTolerance, 2000});
    CHECK(expected.x.sites == s.psi.sites);
    CHECK(expected.convergence.iterations == s.iterations);
    CHECK(expected.true_residual == s.residual);
}

TEST_CASE("what does not converge has a code, a message and a residual") {
    auto u = tests::smooth_start(kLattice, 3);
    const auto b = lattice::random_source(kLattice, 5);
    const Cpus cpus;
    const SpinorField nothing{kLattice};
    {
        const Wilson d{cpus, u, {.kappa = 0.12}};
        const auto s = d.solve(b, kTolerance, 3);
        check_error(s.code, TASUKI_NUMERICS,
                    {"3 iterations", "no more", "after iteration 0: "});
        CHECK(s.iterations == 3);
        CHECK(s.residual > kTolerance);
        CHECK(s.residual < 1);
        CHECK(s.psi.sites == nothing.sites);
        check_error(d.solve(b, 1e-18).code, TASUKI_NUMERICS,
                    {"does not fall any more"});
        // It can go on.
        CHECK(d.solve(b).code == TASUKI_DONE);
    }
    u.link(5, 2)(1, 1) = std::nan("");
    const Wilson broken{cpus, u, {.kappa = 0.12}};
    check_error(broken.solve(b).code, TASUKI_NUMERICS, {"NaN"});
}

TEST_CASE("operators and solutions that are not possible are refused") {
    const auto u = lattice::cold_start(kLattice);
    const auto* links = u.links().data()->e.data();
    const Cpus cpus;
    tasuki_wilson* d = nullptr;
    const auto refuses = [&](const tasuki_wilson_options& options,
                             std::initializer_list<std::string> texts) {
        check_error(tasuki_wilson_create(cpus, kShape, links, &options, &d),
                    TASUKI_BAD_INPUT, texts);
        CHECK(d == nullptr);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    refuses({.kappa = infinity}, {"kappa", "inf"});
    refuses({.csw = infinity}, {"csw"});
    refuses({.mu = infinity}, {"mu"});
    refuses({.boundary = 2}, {"boundary", "1 (periodic)", "found 2"});
    refuses({.method = 5}, {"method", "found 5"});
    refuses({.precision = TASUKI_MIXED}, {"precision", "found 3"});
    refuses({.blocks = {3, 1, 1, 1}}, {"direction T", "3"});
    refuses({.blocks = {1, 1, 1, 0}}, {"direction X", "0"});
    refuses({.blocks = {1, 1, -1, 1}}, {"direction Y", "-1"});
    const tasuki_wilson_options plain{.kappa = 0.12};
    const auto refuses_extents = [&](const std::array<int, 4>& extents,
                                     int code,
                                     std::initializer_list<std::string> texts) {
        check_error(
            tasuki_wilson_create(cpus, extents.data(), links, &plain, &d), code,
            texts);
    };
    refuses_extents({8, 2, 6, 0}, TASUKI_BAD_INPUT, {"extents", "X", "0"});
    refuses_extents({8192, 2, 6, 4}, TASUKI_BAD_INPUT, {"extents", "T"});
    refuses_extents({8, 2, 5, 4}, TASUKI_BAD_INPUT, {"even", "Y"});
    // More than a process can have.
    refuses_extents({4096, 4096, 4096, 4096}, TASUKI_UNAVAILABLE, {"memory"});

    const Wilson good{cpus, u, plain};
    const auto b = lattice::random_source(kLattice, 5);
    check_error(good.solve(SpinorField{kLattice}).code, TASUKI_BAD_INPUT,
                {"zero"});
    check_error(good.solve(b, 0).code, TASUKI_BAD_INPUT, {"tolerance"});
    check_error(good.solve(b, std::nan("")).code, TASUKI_BAD_INPUT,
                {"tolerance"});
    check_error(good.solve(b, kTolerance, 0).code, TASUKI_BAD_INPUT,
                {"max_iterations", "0"});
}
