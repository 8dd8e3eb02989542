// Models have the mass profile, the energies and the symmetry of the theory.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "drivers/nbody/models/king_profile.hpp"
#include "drivers/nbody/models/model.hpp"
#include "drivers/nbody/models/plummer.hpp"
#include "drivers/nbody/models/uniform.hpp"
#include "tests/close.hpp"

using namespace tasuki;
using io::BodyOrigin;
using tasuki::test::close;

namespace {

constexpr std::uint64_t kBodies = 4000;

nbody::Bodies make(const io::BodyOrigin& origin) {
    return drivers::make_bodies(origin, 1);
}

io::BodyOrigin model(const char* name) {
    return {.input = "", .model = name, .n = kBodies, .seed = 7};
}

double length(const nbody::Vector& v) {
    return std::hypot(v[0], v[1], v[2]);
}

/// Where this fraction of equal masses is inside.
double radius_of(const nbody::Bodies& bodies, double fraction) {
    std::vector<double> r;
    for (const auto& x : bodies.position) r.push_back(length(x));
    std::ranges::sort(r);
    return r[static_cast<std::size_t>(fraction *
                                      static_cast<double>(r.size() - 1))];
}

double kinetic(const nbody::Bodies& bodies) {
    double sum = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k)
        sum += bodies.mass[k] * std::pow(length(bodies.velocity[k]), 2) / 2;
    return sum;
}

double potential(const nbody::Bodies& bodies) {
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto &a = bodies.position[i], &b = bodies.position[j];
            sum -= bodies.mass[i] * bodies.mass[j] /
                   length({a[0] - b[0], a[1] - b[1], a[2] - b[2]});
        }
    return sum;
}

// Samples of n bodies: means of n terms of relative deviation about 1, a
// fraction of the mass within sqrt(f (1 - f) / n) < 0.008; four deviations.
constexpr double kSampling = 0.04;

}  // namespace

TEST_CASE("all models: masses, centre, momentum, energy in N-body units") {
    for (const char* name : {"plummer", "uniform", "king"}) {
        CAPTURE(name);
        const auto bodies = make(model(name));
        REQUIRE(bodies.size() == kBodies);
        for (int d = 0; d < 3; ++d) {
            double x = 0, v = 0, x2 = 0, v2 = 0;
            for (std::size_t k = 0; k < kBodies; ++k) {
                x += bodies.position[k][d];
                v += bodies.velocity[k][d];
                x2 += std::pow(bodies.position[k][d], 2);
                v2 += std::pow(bodies.velocity[k][d], 2);
            }
            CHECK(std::abs(x) < 1e-10);  // 4000 terms of size 1
            CHECK(std::abs(v) < 1e-10);
            // No axis is special: a third of the kinetic energy each.
            CHECK(close(v2 / kBodies / 2, kinetic(bodies) / 3, 0.1));
            CHECK(x2 > 0);
        }
        double mass = 0;
        for (const double m : bodies.mass) mass += m;
        CHECK(close(mass, 1, 1e-12));
        const double t = kinetic(bodies), w = potential(bodies);
        CHECK(close(t, 0.25, kSampling));
        CHECK(close(w, -0.5, kSampling));
        CHECK(close(-t / w, 0.5, kSampling));
    }
}

TEST_CASE("Plummer's mass profile") {
    const auto bodies = make(model("plummer"));
    const double a = drivers::kPlummerScale;
    CHECK(close(a, 0.5890486, 1e-7));
    // M(r) = (1 + a^2 / r^2)^(-3/2), of which 0.999 is sampled.
    for (const double fraction : {0.1, 0.25, 0.5, 0.75, 0.9}) {
        CAPTURE(fraction);
        const double r =
            a / std::sqrt(std::pow(0.999 * fraction, -2.0 / 3) - 1);
        CHECK(close(radius_of(bodies, fraction), r, kSampling));
    }
    CHECK(close(radius_of(bodies, 0.5), 1.305 * a, kSampling));
    CHECK(radius_of(bodies, 1) < 38.7 * a);
    // None is faster than the escape.
    for (std::size_t k = 0; k < kBodies; ++k)
        CHECK(std::pow(length(bodies.velocity[k]), 2) <
              2.1 / std::hypot(length(bodies.position[k]), a));
}

TEST_CASE("a uniform sphere, at any virial ratio") {
    for (const double q : {0.0, 0.1, 0.5, 0.8}) {
        CAPTURE(q);
        auto origin = model("uniform");
        origin.virial_ratio = q;
        const auto bodies = make(origin);
        const double radius = drivers::uniform_radius(q);
        for (const double fraction : {0.2, 0.5, 1.0})
            CHECK(close(radius_of(bodies, fraction),
                        radius * std::cbrt(fraction), kSampling));
        const double t = kinetic(bodies), w = potential(bodies);
        CHECK(close(w, -0.6 / radius, kSampling));
        CHECK(close(-t / w, q, kSampling));
        CHECK(close(t + w, -0.25, q > 0.5 ? 4 * kSampling : kSampling));
    }
}

TEST_CASE("King profiles have the concentrations of the tables") {
    // Binney & Tremaine, fig. 4.9, and King 1966, table II: to their digits.
    const std::pair<double, double> known[] = {
        {1, 0.296}, {3, 0.672}, {5, 1.029}, {6, 1.255},
        {7, 1.528}, {9, 2.120}, {12, 2.739}};
    for (const auto& [w0, c] : known) {
        CAPTURE(w0);
        CHECK(close(drivers::KingProfile{w0}.concentration(), c, 0.005));
    }
}

TEST_CASE("a body depends on seed and number alone") {
    for (const char* name : {"plummer", "uniform", "king"}) {
        CAPTURE(name);
        const auto once = make(model(name)), again = make(model(name));
        CHECK(once.position == again.position);
        CHECK(once.velocity == again.velocity);
        auto other = model(name);
        other.seed = 8;
        CHECK(make(other).position != once.position);
        // The first of more bodies are the same, but for the common centre.
        auto more = model(name);
        more.n = 2 * kBodies;
        const auto many = make(more);
        for (int d = 0; d < 3; ++d)
            CHECK(close(many.position[9][d] - many.position[1][d],
                        once.position[9][d] - once.position[1][d], 1e-12));
    }
}
