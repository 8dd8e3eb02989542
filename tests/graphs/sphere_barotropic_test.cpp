// The barotropic vorticity equation: what it keeps, and exact solutions.
#include <algorithm>
#include <numbers>

#include "graphs/sphere/flow/barotropic.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/graphs/sphere_support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using graphs::sphere::Barotropic;
using graphs::sphere::BarotropicOptions;
using sphere::FlowSums;

namespace {

BarotropicOptions options(int degrees, graphs::Share share,
                          double rotation = 2 * kPi) {
    return {.degrees = degrees, .rotation = rotation, .share = share};
}

/// Vortices of degrees up to `most`, of which those of small degrees are
/// stronger.
Coefficients vortices(int degrees, int most, unsigned seed) {
    const auto t = sphere::triangle(degrees);
    auto s = random_spectrum(t, seed);
    for (int m = 0; m <= degrees; ++m)
        for (int n = m; n <= degrees; ++n)
            s[t.index(m, n)] *= n > most ? 0 : 3.0 / (1 + n);
    s[0] = 0;
    return s;
}

/// Solid rotation and one degree n, which the wave keeps.
struct Wave {
    int degrees, n;
    double solid;  ///< angular velocity of the solid part
    double rotation;

    Coefficients at(double time) const {
        const auto t = sphere::triangle(degrees);
        Coefficients s(t.size());
        const auto random = random_spectrum(t, 17);
        const double k = n * (n + 1);
        const double speed = solid - 2 * (solid + rotation) / k;
        for (int m = 0; m <= n; ++m)
            s[t.index(m, n)] =
                random[t.index(m, n)] * std::polar(1.0, -m * speed * time);
        s[1] = 2 * solid * std::sqrt(4 * kPi / 3);
        return s;
    }
};

struct Drift {
    double energy, enstrophy;
};

Drift drift(double dt, int steps) {
    Barotropic flow{sphere_context(), options(21, graphs::Share::Name::cpu)};
    flow.set_vorticity(vortices(21, 21, 3));
    const FlowSums before = flow.sums();
    for (int k = 0; k < steps; ++k) flow.submit_step(dt);
    const FlowSums after = flow.sums();
    return {std::abs(after.energy / before.energy - 1),
            std::abs(after.enstrophy / before.enstrophy - 1)};
}

}  // namespace

TEST_CASE("a Rossby-Haurwitz wave turns as a whole (also on ranks)") {
    // The wave of all orders of one degree, in a flow that turns eastward, on
    // a sphere that does and on one that does not.
    for (const auto share : sphere_shares())
        for (const Wave& wave :
             {Wave{15, 5, 0.7, 2 * kPi}, Wave{10, 10, -1.1, 0}}) {
            CAPTURE(share.to_string());
            CAPTURE(wave.n);
            Barotropic flow{sphere_context(),
                            options(wave.degrees, share, wave.rotation)};
            flow.set_vorticity(wave.at(0));
            constexpr double dt = 1.0 / 512;
            constexpr int kSteps = 5;
            for (int k = 0; k < kSteps; ++k) flow.submit_step(dt);
            // At most m times the speed, 10 or so, to the fifth power times
            // dt^5 / 120 a step.
            CHECK(relative_rms(flow.vorticity(), wave.at(kSteps * dt)) < 1e-8);
        }
}

TEST_CASE(
    "energy and enstrophy drift as the fourth power of the step or less") {
    const Drift coarse = drift(0.02, 10), fine = drift(0.01, 20);
    CHECK(coarse.energy > 1e-10);  // or nothing is shown
    CHECK(coarse.enstrophy > 1e-10);
    CHECK(std::log2(coarse.energy / fine.energy) > 3.7);
    CHECK(std::log2(coarse.enstrophy / fine.enstrophy) > 3.7);
    const Drift finest = drift(0.0005, 20);
    CHECK(finest.energy < 1e-13);
    CHECK(finest.enstrophy < 1e-13);
}

TEST_CASE("angular momentum is kept, and seen from outside its direction") {
    constexpr double dt = 0.005;
    constexpr int steps = 20;
    Barotropic flow{sphere_context(), options(21, graphs::Share::Name::cpu)};
    const auto first = vortices(21, 21, 4);
    flow.set_vorticity(first);
    const double before = flow.sums().angular_momentum;
    for (int k = 0; k < steps; ++k) flow.submit_step(dt);
    const auto last = flow.vorticity();
    CHECK(close(flow.sums().angular_momentum, before, 1e-13));
    const auto t = sphere::triangle(21);
    // It stands still while the sphere turns below it; (2 pi dt)^5 / 120 a
    // step.
    const auto turned =
        first[t.index(1, 1)] * std::polar(1.0, 2 * kPi * dt * steps);
    CHECK(std::abs(last[t.index(1, 1)] - turned) <
          1e-8 * std::abs(first[t.index(1, 1)]));
}

TEST_CASE("shares agree, and processes with one alone (also on ranks)") {
    const auto first = vortices(30, 30, 5);
    const auto t = sphere::triangle(30);
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        Barotropic flow{sphere_context(), options(30, share)};
        flow.set_vorticity(first);
        for (int k = 0; k < 3; ++k) flow.submit_step(0.02);
        const auto end = flow.vorticity();
        // As one process had them on the CPU; rounding grows a little.
        const auto check = [&](int m, int n, std::complex<double> value) {
            CAPTURE(m);
            CHECK(std::abs(end[t.index(m, n)] - value) < 1e-12);
            CHECK(std::abs(value - first[t.index(m, n)]) > 0.01);
        };
        check(0, 4, {0.143629990923395, 0});
        check(3, 7, {0.19245224048605, -0.126092693043297});
        check(30, 30, {0.031711035317301, -0.0650713173185355});
    }
}

TEST_CASE("steps in lists have the bits of tasks (also on ranks)") {
    for (const auto share : sphere_shares()) {
        // Which latitudes of it a GPU has may change.
        if (share.name() == graphs::Share::Name::dynamic && gpu_is_here())
            continue;
        CAPTURE(share.to_string());
        // The last steps are of another length.
        const auto dt = [](int k) { return k < 6 ? 0.02 : 0.01; };
        // One after the other: their messages have the same tags.
        const auto simulate = [&](bool lists) {
            const WithLists with{sphere_context(), lists};
            Barotropic flow{sphere_context(), options(21, share)};
            flow.set_vorticity(vortices(21, 21, 7));
            for (int k = 0; k < 8; ++k) flow.submit_step(dt(k));
            return flow.vorticity();
        };
        const auto tasks = simulate(false);
        CHECK(simulate(true) == tasks);
    }
}

TEST_CASE("rates of damping") {
    const sphere::Damping damping{0.5, 3};
    CHECK(damping.rate(0) == 0);
    CHECK(damping.rate(1) == 0);
    // n (n + 1) - 2
    CHECK(close(damping.rate(2), 0.5 * 4 * 4 * 4, 1e-15));
    CHECK(close(damping.rate(7), 0.5 * 54 * 54 * 54, 1e-15));
    CHECK(close(sphere::Damping::of_time(0.25, 9, 2).rate(9), 4, 1e-15));
}

TEST_CASE("known sums of a flow on ranks") {
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        const auto first = vortices(25, 25, 6);
        Barotropic flow{sphere_context(), options(25, share)};
        flow.set_vorticity(first);
        const FlowSums found = flow.sums();
        const FlowSums expected = sphere::flow_sums(25, first);
        CHECK(close(found.energy, expected.energy, 1e-14));
        CHECK(close(found.enstrophy, expected.enstrophy, 1e-14));
        CHECK(close(found.angular_momentum, expected.angular_momentum, 1e-14));
        // Means of the fields on the grid.
        const auto zeta = flow.vorticity_on_grid();
        const auto nodes =
            sphere::nodes_of(flow.grid().kind, flow.grid().latitudes);
        const auto columns = static_cast<std::size_t>(flow.grid().longitudes);
        double mean = 0;
        for (std::size_t i = 0; i < zeta.size(); ++i)
            mean += zeta[i] * zeta[i] * nodes[i / columns].weight / 4 /
                    static_cast<double>(columns);
        CHECK(close(found.enstrophy, mean, 1e-13));
        double sum = 0;
        for (const double e : found.energy_of_degree) sum += e;
        CHECK(close(found.energy, sum, 1e-14));
        CHECK(flow.vorticity() == first);
    }
}

TEST_CASE("solid rotation: its sums and its strongest wind on ranks") {
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        constexpr double omega = 3;
        Barotropic flow{sphere_context(), options(9, share)};
        Coefficients s(sphere::triangle(9).size());
        s[1] = 2 * omega * std::sqrt(4 * kPi / 3);
        flow.set_vorticity(s);
        const FlowSums sums = flow.sums();
        CHECK(close(sums.energy, omega * omega / 3, 1e-14));
        CHECK(close(sums.enstrophy, 2 * omega * omega / 3, 1e-14));
        CHECK(close(sums.angular_momentum, 2 * omega / 3, 1e-14));
        const auto nodes =
            sphere::nodes_of(flow.grid().kind, flow.grid().latitudes);
        double most = 0;
        for (const auto& node : nodes) most = std::max(most, node.cosine);
        CHECK(close(flow.strongest_wind(), omega * most, 1e-14));
        // It stays.
        flow.submit_step(0.1);
        CHECK(relative_rms(flow.vorticity(), s) < 1e-14);
    }
}

TEST_CASE("what is kept of a flow is that of its step (also on ranks)") {
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        Barotropic flow{sphere_context(), options(21, share)};
        flow.set_vorticity(vortices(21, 21, 9));
        flow.submit_step(0.02);
        const auto vorticity = flow.vorticity();
        const auto field = flow.vorticity_on_grid();
        const double energy = flow.sums().energy;
        const double momentum = flow.sums().angular_momentum;
        const double wind = flow.strongest_wind();
        flow.keep_fields();
        // Steps behind it change nothing of it.
        for (int k = 0; k < 3; ++k) flow.submit_step(0.02);
        CHECK(flow.kept_vorticity() == vorticity);
        CHECK(flow.kept_vorticity_on_grid() == field);
        CHECK(flow.kept_sums().energy == energy);
        CHECK(flow.kept_sums().angular_momentum == momentum);
        CHECK(flow.kept_strongest_wind() == wind);
        const auto later = flow.vorticity();
        CHECK(later != vorticity);
        // Without the fields, which are not computed then.
        flow.keep_vorticity();
        flow.submit_step(0.02);
        CHECK(flow.kept_vorticity() == later);
        CHECK(flow.kept_vorticity_on_grid() == field);
    }
}

TEST_CASE("damping is exact, whatever the step (also on ranks)") {
    // One order and degree in a sphere at rest: nothing else happens to it.
    const auto t = sphere::triangle(12);
    for (const auto share : sphere_shares())
        for (const int order : {1, 4}) {
            CAPTURE(share.to_string());
            CAPTURE(order);
            auto o = options(12, share, 0);
            o.damping = sphere::Damping::of_time(0.5, 12, order);
            Barotropic flow{sphere_context(), o};
            Coefficients s(t.size());
            s[t.index(0, 12)] = 2;
            flow.set_vorticity(s);
            flow.submit_step(0.3);
            flow.submit_step(0.2);
            s[t.index(0, 12)] = 2 / std::numbers::e;
            CHECK(relative_rms(flow.vorticity(), s) < 1e-14);
            // Solid rotation is left alone.
            Coefficients solid(t.size());
            solid[1] = 1;
            solid[t.index(1, 1)] = {1, 2};
            flow.set_vorticity(solid);
            flow.submit_step(0.5);
            CHECK(relative_rms(flow.vorticity(), solid) < 1e-14);
        }
}

TEST_CASE("with damping the step is of fourth order") {
    auto o = options(15, graphs::Share::Name::cpu);
    o.damping = sphere::Damping::of_time(0.2, 15, 2);
    const auto end = [&](int steps) {
        Barotropic flow{sphere_context(), o};
        flow.set_vorticity(vortices(15, 15, 8));
        for (int k = 0; k < steps; ++k) flow.submit_step(0.2 / steps);
        return flow.vorticity();
    };
    const auto exact = end(320);
    const double ratio =
        relative_rms(end(20), exact) / relative_rms(end(40), exact);
    CHECK(close(std::log2(ratio), 4, 0.1));
}

TEST_CASE("the least truncations") {
    for (const int degrees : {2, 3, 4}) {
        CAPTURE(degrees);
        const Wave wave{degrees, 2, 0.3, 2 * kPi};
        Barotropic flow{sphere_context(),
                        options(degrees, graphs::Share::Name::cpu)};
        flow.set_vorticity(wave.at(0));
        for (int k = 0; k < 32; ++k) flow.submit_step(1.0 / 256);
        CHECK(relative_rms(flow.vorticity(), wave.at(32.0 / 256)) < 1e-8);
    }
}

TEST_CASE("flows that cannot be") {
    const auto make = [](BarotropicOptions o) {
        const Barotropic flow{sphere_context(), o};
    };
    CHECK_THROWS_AS(make({.degrees = 1}), runtime::UsageError);
    CHECK_THROWS_AS(make({.degrees = 5, .damping = {-1, 1}}),
                    runtime::UsageError);
    CHECK_THROWS_AS(make({.degrees = 5, .damping = {1, 0}}),
                    runtime::UsageError);
    Barotropic flow{sphere_context(), options(5, graphs::Share::Name::cpu)};
    CHECK_THROWS_AS(flow.set_vorticity(Coefficients(20)), runtime::UsageError);
}
