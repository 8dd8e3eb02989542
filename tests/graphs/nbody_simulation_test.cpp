// A simulation of bodies: orbits, conservation, symmetry, and the same answer
// wherever it is computed.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "codelets/nbody/reference.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/graphs/nbody_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using gn::Precision;
using graphs::Share;
using nbody::Bodies;

constexpr Precision kPrecisions[] = {Precision::single, Precision::mixed,
                                     Precision::double_};

/// Everything in double on the CPU, or wherever `share` says.
gn::SimulationOptions options(double eps, Share share = Share::Name::cpu,
                              Precision precision = Precision::double_) {
    gn::SimulationOptions o;
    o.precision = precision;
    o.eps = eps;
    o.share = share;
    return o;
}

std::vector<Share> shares_here() {
    std::vector<Share> shares{Share::Name::cpu, Share::Name::dynamic};
    if (backends().size() > 1) {
        shares.emplace_back(Share::Name::gpu);
        shares.push_back(Share::split(0.3));
        shares.push_back(Share::split_auto());
    }
    return shares;
}

/// Two bodies at a distance of 1 with G m = 1, turned by `angle` from the x
/// axis, with the speed at which a leap-frog of step dt keeps them on a circle:
/// positions then obey x(t + dt) - 2 x(t) + x(t - dt) = -dt^2 x(t), which a
/// turn by acos(1 - dt^2 / 2) in each step solves exactly.
Bodies circle(double angle, double dt) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double speed = std::sqrt(1 - dt * dt / 4);
    Bodies bodies;
    bodies.resize(2);
    bodies.mass = {0.75, 0.25};
    bodies.position = {{-0.25 * c, -0.25 * s, 0}, {0.75 * c, 0.75 * s, 0}};
    bodies.velocity = {{0.25 * speed * s, -0.25 * speed * c, 0},
                       {-0.75 * speed * s, 0.75 * speed * c, 0}};
    return bodies;
}

/// (E(t) - E(0)) / |E(0)| after `steps` of t / steps.
double energy_error(const Bodies& bodies, double eps, double t, int steps) {
    gn::Simulation simulation{context(), bodies, options(eps)};
    const double before = simulation.sums().energy();
    for (int k = 0; k < steps; ++k) simulation.submit_step(t / steps);
    return (simulation.sums().energy() - before) / std::abs(before);
}

}  // namespace

TEST_CASE("two bodies go around each other as a leap-frog does exactly") {
    const int steps = 1000;
    const double dt = 0.02;
    const auto expected = circle(steps * std::acos(1 - dt * dt / 2), dt);
    for (const Share share : shares_here())
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            const auto found =
                after(circle(0, dt), options(0, share, precision), steps, dt);
            // Rounding of the force changes the period, by up to 3/2 of a unit
            // in the last place on every radian.
            const double good = precision == Precision::double_ ? 1e-11
                                : precision == Precision::mixed ? 1e-5
                                                                : 2e-4;
            CHECK(distance(expected, found) < good);
        }
}

TEST_CASE("the energy error falls with the square of the step") {
    const auto bodies = scattered(64);
    // Softened enough that no encounter needs a smaller step.
    const double coarse = std::abs(energy_error(bodies, 0.3, 1, 40));
    const double fine = std::abs(energy_error(bodies, 0.3, 1, 80));
    CAPTURE(coarse);
    CAPTURE(fine);
    CHECK(std::abs(coarse / fine - 4) < 0.4);
    CHECK(fine < 1e-4);
}

TEST_CASE("momentum and angular momentum stay") {
    for (const Share share : shares_here()) {
        CAPTURE(share.to_string());
        gn::Simulation simulation{context(), scattered(300),
                                  options(0.05, share)};
        const auto before = simulation.sums();
        for (int k = 0; k < 50; ++k) simulation.submit_step(0.01);
        const auto later = simulation.sums();
        for (int k = 0; k < 3; ++k) {
            CHECK(std::abs(later.momentum[k] - before.momentum[k]) < 1e-14);
            CHECK(std::abs(later.angular_momentum[k] -
                           before.angular_momentum[k]) < 1e-14);
        }
    }
}

TEST_CASE("sums are those of the bodies, in their units") {
    auto bodies = scattered(257);
    // Metres, seconds and kilograms of a star cluster.
    const double metre = 3e16, second = 2e13, kilogram = 2e33, g = 6.674e-11;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] *= kilogram;
        for (int k = 0; k < 3; ++k) {
            bodies.position[i][k] *= metre;
            bodies.velocity[i][k] *= metre / second;
        }
    }
    double kinetic = 0, lz = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto& v = bodies.velocity[i];
        const auto& r = bodies.position[i];
        kinetic +=
            0.5 * bodies.mass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        lz += bodies.mass[i] * (r[0] * v[1] - r[1] * v[0]);
    }
    const double potential =
        nbody::reference_potential(bodies, 0.01 * metre, g);
    for (const Share share : shares_here())
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            auto o = options(0.01 * metre, share, precision);
            o.gravity = g;
            const auto sums = gn::Simulation{context(), bodies, o}.sums();
            const double good = precision == Precision::double_ ? 1e-13 : 3e-6;
            CHECK(close(sums.kinetic, kinetic, good));
            CHECK(close(sums.potential, potential, good));
            CHECK(close(sums.angular_momentum[2], lz, 100 * good));
        }
}

TEST_CASE("accelerations are those of the positions, in their units") {
    auto bodies = scattered(257);
    const double metre = 3e16, kilogram = 2e33, g = 6.674e-11;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] *= kilogram;
        for (auto& r : bodies.position[i]) r *= metre;
        for (auto& v : bodies.velocity[i]) v *= 1e3;
    }
    for (const Share share : shares_here())
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            auto o = options(0.05 * metre, share, precision);
            o.gravity = g;
            gn::Simulation simulation{context(), bodies, o};
            const double good = precision == Precision::double_ ? 1e-12 : 1e-4;
            const auto check = [&](const Bodies& at) {
                const auto found = simulation.accelerations();
                const auto expected =
                    nbody::reference_accelerations(at, o.eps, g);
                REQUIRE(found.size() == expected.size());
                double largest = 0;
                for (const auto& a : expected)
                    for (const double x : a)
                        largest = std::max(largest, std::abs(x));
                for (std::size_t i = 0; i < found.size(); ++i)
                    for (int k = 0; k < 3; ++k)
                        CHECK(
                            near(found[i][k], expected[i][k], good * largest));
            };
            check(bodies);
            for (int k = 0; k < 3; ++k) simulation.submit_step(1e11);
            check(simulation.collect());
        }
    gn::Simulation nothing{context(), Bodies{}, options(0.1)};
    CHECK(nothing.accelerations().empty());
}

TEST_CASE("every placement and precision follows the same bodies") {
    const auto bodies = scattered(500);
    const auto expected = after(bodies, options(0.1), 20, 0.01);
    for (const Share share : shares_here())
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            const auto found =
                after(bodies, options(0.1, share, precision), 20, 0.01);
            CHECK(distance(expected, found) <
                  (precision == Precision::double_ ? 1e-14 : 1e-6));
        }
}

TEST_CASE("a moved and a turned system moves and turns as a whole") {
    const auto bodies = scattered(200);
    const auto expected = after(bodies, options(0.1), 20, 0.01);
    auto moved = bodies;
    for (auto& r : moved.position)
        for (const int k : {0, 1, 2}) r[k] += 0.5 * k - 0.7;
    auto result = after(moved, options(0.1), 20, 0.01);
    for (auto& r : result.position)
        for (const int k : {0, 1, 2}) r[k] -= 0.5 * k - 0.7;
    CHECK(distance(expected, result) < 1e-14);
    const auto turn = [](nbody::Vector& v, double angle) {
        v = {v[0] * std::cos(angle) - v[2] * std::sin(angle), v[1],
             v[0] * std::sin(angle) + v[2] * std::cos(angle)};
    };
    auto turned = bodies;
    for (auto& r : turned.position) turn(r, 0.8);
    for (auto& v : turned.velocity) turn(v, 0.8);
    result = after(turned, options(0.1), 20, 0.01);
    for (auto& r : result.position) turn(r, -0.8);
    CHECK(distance(expected, result) < 1e-14);
}

TEST_CASE("steps in lists have the bits of tasks") {
    for (const Share share : shares_here()) {
        // Which bodies of it a GPU has may change.
        const bool moves = share.name() != Share::Name::cpu &&
                           share.name() != Share::Name::gpu;
        if (moves && backends().size() > 1) continue;
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            const auto o = options(0.05, share, precision);
            const auto simulate = [&](bool lists) {
                const WithLists with{context(), lists};
                return after(scattered(300), o, 8, 0.01);
            };
            const auto tasks = simulate(false), lists = simulate(true);
            CHECK(lists.position == tasks.position);
            CHECK(lists.velocity == tasks.velocity);
        }
    }
}

TEST_CASE("outputs change no bit of the bodies, and are of their step") {
    for (const Share share : shares_here()) {
        // Which bodies of it a GPU has may change.
        const bool moves = share.name() != Share::Name::cpu &&
                           share.name() != Share::Name::gpu;
        if (moves && backends().size() > 1) continue;
        for (const Precision precision : kPrecisions) {
            CAPTURE(share.to_string());
            CAPTURE(static_cast<int>(precision));
            const auto o = options(0.05, share, precision);
            gn::Simulation shown{context(), scattered(300), o};
            const auto three_steps = [&] {
                using enum gn::Potential;
                for (const auto potential : {later, later, now})
                    shown.submit_step(0.01, potential);
            };
            three_steps();
            for (int steps = 3; steps < 12; steps += 3) {
                shown.keep_sums();
                shown.keep_bodies();
                three_steps();
                gn::Simulation ended{context(), scattered(300), o};
                for (int k = 0; k < steps; ++k) ended.submit_step(0.01);
                const auto kept = shown.kept_sums(), expected = ended.sums();
                CHECK(kept.kinetic == expected.kinetic);
                CHECK(kept.potential == expected.potential);
                CHECK(kept.angular_momentum == expected.angular_momentum);
                const auto bodies = shown.kept_bodies(), its = ended.collect();
                CHECK(bodies.position == its.position);
                CHECK(bodies.velocity == its.velocity);
            }
            const auto plain = after(scattered(300), o, 12, 0.01);
            const auto last = shown.collect();
            CHECK(last.position == plain.position);
            CHECK(last.velocity == plain.velocity);
        }
    }
}

TEST_CASE("no body, one body") {
    for (const Share share : shares_here())
        for (const std::size_t n : {0, 1}) {
            CAPTURE(share.to_string());
            CAPTURE(n);
            auto bodies = scattered(n);
            gn::Simulation simulation{context(), bodies, options(0, share)};
            simulation.submit_step(0.5);
            simulation.submit_step(0.5);
            simulation.balance();
            const auto result = simulation.collect();
            REQUIRE(result.size() == n);
            CHECK(simulation.sums().potential == 0);
            for (std::size_t i = 0; i < n; ++i)
                CHECK(close(result.origin[1] + result.position[i][1],
                            bodies.position[i][1] + bodies.velocity[i][1],
                            2e-15));
        }
}

TEST_CASE("a system is cut anew without a jump") {
    const auto bodies = scattered(700);
    const auto o = options(0.1, Share::Name::dynamic);
    gn::Simulation simulation{context(), bodies, o};
    if (backends().size() == 1) CHECK(simulation.may_move());
    CHECK_FALSE(gn::Simulation{context(), bodies, options(0.1)}.may_move());
    for (int k = 0; k < 20; ++k) {
        simulation.submit_step(0.01);
        if (k % 5 == 2) simulation.balance();
    }
    CHECK(distance(after(bodies, options(0.1), 20, 0.01),
                   simulation.collect()) < 1e-13);
}

TEST_CASE("forces do not depend on where the origin is") {
    auto bodies = scattered(200);
    // Sixteen bits after the point: the same numbers far away, to the last bit.
    for (auto& r : bodies.position)
        for (double& c : r) c = std::ldexp(std::round(std::ldexp(c, 16)), -16);
    for (const Precision precision : kPrecisions)
        for (const double offset : {1e2, 1e5, 1e8}) {
            CAPTURE(static_cast<int>(precision));
            CAPTURE(offset);
            const auto o = options(0.1, Share::Name::cpu, precision);
            auto far = bodies;
            for (auto& r : far.position)
                r = {r[0] + offset, r[1] - offset, r[2] + 2 * offset};
            gn::Simulation near_by{context(), bodies, o};
            gn::Simulation away{context(), far, o};
            for (int k = 0; k < 10; ++k) {
                near_by.submit_step(0.01);
                away.submit_step(0.01);
            }
            const bool all_double = precision == Precision::double_;
            const auto a = near_by.sums(), b = away.sums();
            CHECK(close(b.potential, a.potential, all_double ? 1e-13 : 1e-6));
            CHECK(close(b.kinetic, a.kinetic, all_double ? 1e-13 : 1e-6));
            CHECK(near(b.centre[1] + offset, a.centre[1], 1e-7));
            // L of the whole, and of its centre: L' = L + offset x P.
            CHECK(near(b.angular_momentum[2],
                       a.angular_momentum[2] + offset * a.momentum[1] +
                           offset * a.momentum[0],
                       1e-7 * (1 + offset)));
            auto moved = away.collect();
            for (auto& r : moved.position)
                r = {r[0] + (moved.origin[0] - offset),
                     r[1] + (moved.origin[1] + offset),
                     r[2] + (moved.origin[2] - 2 * offset)};
            CHECK(distance(near_by.collect(), moved) <
                  (all_double ? 1e-14 : 1e-6));
            // What was computed starts again where it was, to the bit.
            const auto kept = away.collect();
            const auto again = gn::Simulation{context(), kept, o}.collect();
            CHECK(again.position == kept.position);
            CHECK(again.origin == kept.origin);
        }
}

TEST_CASE("what cannot be simulated is refused") {
    const auto refuses = [](const Bodies& bodies,
                            const gn::SimulationOptions& o) {
        CHECK_THROWS_AS((gn::Simulation{context(), bodies, o}),
                        runtime::UsageError);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto good = scattered(10);
    refuses(good, options(-1));
    refuses(good, options(nan));
    auto o = options(0.1);
    o.gravity = 0;
    refuses(good, o);
    o = options(0.1);
    o.variant = "quick";
    refuses(good, o);
    auto bodies = good;
    bodies.mass[3] = -1;
    refuses(bodies, options(0.1));
    bodies = good;
    bodies.velocity[9][2] = nan;
    refuses(bodies, options(0.1));
    bodies = good;
    bodies.position[4] = bodies.position[8];
    refuses(bodies, options(0));
    CHECK_NOTHROW((gn::Simulation{context(), bodies, options(0.1)}));
    gn::Simulation simulation{context(), good, options(0.1)};
    CHECK_THROWS_AS(simulation.submit_step(nan), runtime::UsageError);
    if (backends().size() == 1)
        CHECK_THROWS_AS(
            (gn::Simulation{context(), good, options(0.1, Share::Name::gpu)}),
            runtime::UnavailableError);
}
