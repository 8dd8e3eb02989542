// Whoever computes which phase, and however the lattice is cut: one answer.
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "graphs/wilson/norm2.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/close.hpp"
#include "tests/codelets/simd_widths.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/graphs/wilson_support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::OperatorOptions, graphs::wilson::Placement;
using lattice::Extents;
using tasuki::test::close;
using tests::apply, tests::context, tests::kKappa, tests::largest_difference;

// Three applications; components stay below 100.
constexpr double kDoubleOfThree = 1e-12;
constexpr double kSingleOfThree = 1e-3;

bool can_run(Placement placement) {
    using Kind = runtime::Worker::Kind;
    return (!placement.needs_gpu() || context().count(Kind::gpu) > 0) &&
           (!placement.needs_cpu() || context().count(Kind::cpu) > 0);
}

template <class T, int kLinkReals>
void compare_placements(double tolerance) {
    const Extents extents{{8, 8, 4, 12}};
    const auto u = lattice::hot_start(extents, 31);
    const auto psi = lattice::random_source(extents, 32);
    const auto expected = apply<double, 18>(
        u, psi, {{1, 1, 1, 1}}, {kKappa, -1, Placement::Name::dynamic}, 3);
    auto names = Placement::names();
    for (const char* split : {"split:0", "split:0.3", "split:1"})
        names.emplace_back(split);
    for (const std::string& name : names) {
        const Placement placement = Placement::parse(name);
        if (!can_run(placement)) {
            test::skip_part("placement " + name + ": no GPU is here");
            continue;
        }
        for (const Extents grid : {Extents{{1, 1, 1, 1}},
                                   {{1, 2, 1, 3}},
                                   {{2, 1, 2, 1}},
                                   {{2, 2, 2, 2}}}) {
            CAPTURE(name);
            CAPTURE(lattice::to_string(grid));
            const auto found =
                apply<T, kLinkReals>(u, psi, grid, {kKappa, -1, placement}, 3);
            CHECK(largest_difference(found, expected) < tolerance);
        }
    }
}

}  // namespace

TEST_CASE("faces of a hop share a task as far as the placement lets them") {
    using graphs::wilson::matvec_tasks;
    using runtime::Where, wilson::Hop;
    wilson::FaceList faces;
    for (const int mu : {wilson::kY, wilson::kT})
        for (const auto hop : {Hop::forward, Hop::backward}) faces.add(mu, hop);
    const auto lists = [&](const char* placement) {
        std::string text;
        for (const auto& task :
             matvec_tasks(Placement::parse(placement), 0, 1, faces)) {
            for (const auto [mu, hop] : task.faces)
                text +=
                    std::string{"XYZT"[mu]} + (hop == Hop::forward ? "+" : "-");
            text += task.where == Where::gpu   ? " gpu, "
                    : task.where == Where::cpu ? " cpu, "
                                               : " any, ";
        }
        return text;
    };
    CHECK(lists("gpu") == "Y+T+ gpu, Y-T- gpu, ");
    CHECK(lists("cpu") == "Y+T+ cpu, Y-T- cpu, ");
    CHECK(lists("host-all") == "Y+T+ cpu, Y-T- cpu, ");
    CHECK(lists("host-t") == "Y+ gpu, T+ cpu, Y- gpu, T- cpu, ");
    CHECK(lists("host-t-minus") == "Y+T+ gpu, Y- gpu, T- cpu, ");
    CHECK(lists("dynamic") == "Y+ any, T+ any, Y- any, T- any, ");
    CHECK(matvec_tasks(Placement::parse("gpu"), 0, 1, {}).empty());
}

TEST_CASE("a split gives its part of the blocks to the CPU, the last ones") {
    using runtime::Where;
    const auto quarter = Placement::parse("split:0.25");
    CHECK(quarter.to_string() == "split:0.25");
    CHECK(quarter.is_measured());
    CHECK_FALSE(Placement::parse("split:auto").is_measured());
    CHECK(Placement::parse("split:auto").to_string() == "split:auto");
    for (int b = 0; b < 8; ++b) {
        const Where where = b < 6 ? Where::gpu : Where::cpu;
        CHECK(quarter.block(b, 8) == where);
        CHECK(quarter.matvec(b, 8, 3, wilson::Hop::forward) == where);
    }
    CHECK(Placement::parse("split:0").block(7, 8) == Where::gpu);
    CHECK(Placement::parse("split:1").block(0, 8) == Where::cpu);
    for (const char* bad : {"split", "split:", "split:x", "split:1.01",
                            "split:-0.1", "split:nan", "split:0.5x"})
        CHECK_THROWS_AS(Placement::parse(bad), runtime::UsageError);
}

TEST_CASE_TEMPLATE("every placement and cut gives the same answer", T, double,
                   float) {
    const double tolerance =
        std::is_same_v<T, double> ? kDoubleOfThree : kSingleOfThree;
    SUBCASE("18 reals") {
        compare_placements<T, 18>(tolerance);
    }
    SUBCASE("12 reals") {
        compare_placements<T, 12>(tolerance);
    }
    SUBCASE("8 reals") {
        compare_placements<T, 8>(tolerance);
    }
}

TEST_CASE("every SIMD width gives the same answer") {
    const Extents extents{{8, 4, 8, 4}};
    const auto u = lattice::hot_start(extents, 41);
    const auto psi = lattice::random_source(extents, 42);
    const OperatorOptions options{kKappa, -1, Placement::Name::cpu};
    const auto expected = apply<double, 18>(u, psi, {{1, 1, 1, 1}}, options);
    test::for_each_simd_width([&] {
        for (const Extents grid : {Extents{{1, 1, 1, 1}}, {{2, 1, 2, 1}}}) {
            const auto check = [&]<class T>(T, const auto& found) {
                CHECK(largest_difference(found, expected) <
                      (std::is_same_v<T, double> ? 1e-13 : 1e-4));
            };
            check(double{}, apply<double, 18>(u, psi, grid, options));
            check(double{}, apply<double, 12>(u, psi, grid, options));
            check(double{}, apply<double, 8>(u, psi, grid, options));
            check(float{}, apply<float, 18>(u, psi, grid, options));
            check(float{}, apply<float, 12>(u, psi, grid, options));
            check(float{}, apply<float, 8>(u, psi, grid, options));
        }
    });
}

TEST_CASE("the norm of a field does not depend on how it is cut") {
    const Extents extents{{4, 8, 4, 8}};
    const auto psi = lattice::random_source(extents, 51);
    const double expected = lattice::norm2(psi);
    for (const Extents grid : {Extents{{1, 1, 1, 1}}, {{2, 2, 1, 4}}}) {
        const graphs::wilson::Decomposition d{extents, grid};
        graphs::wilson::BlockField<double> field{context(), d};
        graphs::wilson::BlockField<float> single{context(), d};
        field.write(psi);
        single.write(psi);
        using graphs::wilson::PendingNorm2;
        const Placement anywhere = Placement::Name::dynamic;
        CHECK(close(PendingNorm2(context(), field, anywhere).value(), expected,
                    1e-13));
        CHECK(close(PendingNorm2(context(), single, anywhere).value(), expected,
                    1e-6));
    }
}

TEST_CASE("recorded applications have the bits of tasks, in all placements") {
    const Extents extents{{4, 4, 8, 8}};
    const auto u = lattice::hot_start(extents, 5);
    const auto psi = lattice::random_source(extents, 6);
    const bool gpus = context().count(runtime::Worker::Kind::gpu) > 0;
    const tasuki::test::WithLists with{context()};
    for (const std::string& name : Placement::names())
        for (const Extents grid : {Extents{{1, 1, 1, 1}}, {{1, 1, 2, 2}}}) {
            const OperatorOptions options{kKappa, -1, Placement::parse(name)};
            if (!can_run(options.placement)) continue;
            CAPTURE(name);
            CAPTURE(lattice::to_string(grid));
            const auto tasks = apply<double, 18>(u, psi, grid, options, 9);
            const graphs::wilson::Decomposition decomposition{extents, grid};
            graphs::wilson::WilsonOperator<double, 18> d{
                context(), decomposition, u, options};
            graphs::wilson::BlockField<double> in{context(), decomposition},
                out{context(), decomposition};
            in.write(psi);
            runtime::Graph even =
                runtime::record(context(), [&] { d.submit_apply(in, out); });
            runtime::Graph odd =
                runtime::record(context(), [&] { d.submit_apply(out, in); });
            runtime::run({even, odd}, 9);
            // The policy may choose another kind of worker, with other kernels.
            const bool chooses = name == "dynamic" && gpus;
            CHECK(largest_difference(tasks, out.read()) <=
                  (chooses ? 1e-9 : 0));
            CHECK(even.counts().runs == 5);
        }
}
