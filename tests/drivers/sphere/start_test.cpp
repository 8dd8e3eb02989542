// Flows to begin with.
#include "drivers/sphere/start.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "codelets/sphere/flow_sums.hpp"
#include "codelets/sphere/truncation.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"

using namespace tasuki;
using io::FlowOrigin, io::parse_origin;
using tasuki::test::close;
using Kind = io::FlowOrigin::Kind;

TEST_CASE("starts are parsed, and their names parsed again") {
    const std::pair<const char*, const char*> cases[] = {
        {"rossby-haurwitz", "rossby-haurwitz:5,4"},
        {"rossby-haurwitz:7", "rossby-haurwitz:7,6"},
        {"rossby-haurwitz:7,0", "rossby-haurwitz:7,0"},
        {"random", "random:10,20"},
        {"random:50", "random:50,20"},
        {"random:2.5,1000", "random:2.5,1000"},
        {"randomly.h5", "randomly.h5"},
        {"./random", "./random"},
    };
    for (const auto& [text, name] : cases) {
        CAPTURE(text);
        CHECK(parse_origin(text).name() == name);
        CHECK(parse_origin(name).name() == name);
    }
    CHECK(parse_origin("randomly.h5").kind == Kind::file);
    for (const char* text :
         {"rossby-haurwitz:", "rossby-haurwitz:5,6", "rossby-haurwitz:5,4,3",
          "rossby-haurwitz:5.5", "rossby-haurwitz:99999999999", "random:10,0",
          "random:inf", "random:1,2,3", "random:x"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_origin(text), runtime::UsageError);
    }
}

TEST_CASE("the Rossby-Haurwitz wave is that of Williamson's case 6") {
    constexpr double k = 7.848e-6 * 86164, r = 4;
    const auto s = drivers::rossby_haurwitz(8, 5, 4);
    // Its vorticity by the formula of the paper, where it is largest in time.
    const auto zeta = [&](double phi, double lambda) {
        return 2 * k * std::sin(phi) -
               k * std::sin(phi) * std::pow(std::cos(phi), r) *
                   (r * r + 3 * r + 2) * std::cos(r * lambda);
    };
    // P_5^4 = c mu (1 - mu^2)^2 with c = 3 / 16 sqrt(385 / (2 pi))
    const auto t = sphere::triangle(8);
    const double c = 3.0 / 16 * std::sqrt(385 / (2 * std::acos(-1)));
    const double solid = std::sqrt(3 / (4 * std::acos(-1)));
    for (const double phi : {-1.1, 0.3, 0.8})
        for (const double lambda : {0.0, 0.5, 2.0}) {
            const double mu = std::sin(phi);
            const double p = c * mu * std::pow(std::cos(phi), 4);
            const double found =
                s[t.index(0, 1)].real() * solid * mu +
                2 * s[t.index(4, 5)].real() * p * std::cos(4 * lambda);
            CHECK(close(found, zeta(phi, lambda), 1e-12));
        }
    CHECK_THROWS_AS(drivers::rossby_haurwitz(4, 5, 4), runtime::UsageError);
}

TEST_CASE("random flows have the spectrum and the wind that was asked for") {
    io::FlowOrigin origin = parse_origin("random:12,30");
    origin.seed = 7;
    origin.wind = 0.4;
    const auto s = drivers::random_flow(60, origin);
    const auto sums = sphere::flow_sums(60, s);
    CHECK(close(std::sqrt(2 * sums.energy), 0.4, 1e-13));
    CHECK(sums.energy_of_degree[1] == 0);
    CHECK(sums.angular_momentum == 0);
    const auto shape = [](double n) {
        return std::pow(n, 15) / std::pow(n + 12, 30);
    };
    for (std::size_t n = 2; n <= 60; ++n)
        CHECK(close(sums.energy_of_degree[n] / sums.energy_of_degree[12],
                    shape(static_cast<double>(n)) / shape(12), 1e-12));
    for (int n = 0; n <= 60; ++n)
        CHECK(s[static_cast<std::size_t>(n)].imag() == 0);
    // Another seed is another flow, another truncation the same one, but for
    // the energy that is left out, a part in ten thousand.
    origin.seed = 8;
    CHECK(drivers::random_flow(60, origin) != s);
    origin.seed = 7;
    const auto large = drivers::random_flow(150, origin);
    const auto a = sphere::triangle(60), b = sphere::triangle(150);
    for (int m = 0; m < 20; ++m)
        CHECK(std::abs(large[b.index(m, 20)] / s[a.index(m, 20)] - 1.0) < 1e-4);
    // Where powers are beyond what a double holds.
    const auto narrow =
        drivers::random_flow(170, parse_origin("random:50,1000"));
    CHECK(close(sphere::flow_sums(170, narrow).energy, 0.25 * 0.25 / 2, 1e-13));
}
