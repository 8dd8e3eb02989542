// Coefficients in the normalizations of others, and the power of degrees.
#include "io/sphere/normalization.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "drivers/sht/plan.hpp"
#include "drivers/sht/power.hpp"
#include "tests/close.hpp"

using namespace tasuki;
using tasuki::test::close;

namespace {

constexpr double kPi = std::numbers::pi;

struct Known {
    int l, m;
    std::complex<double> s;  ///< see tests/graphs/sphere_transform_test.cpp
    io::RealPair four_pi, schmidt;
};

/// 1, sin(phi), cos(phi) cos(lambda), cos(phi) sin(lambda), and
/// cos(phi)^2 cos(2 lambda).
const Known kKnown[] = {
    {0, 0, std::sqrt(4 * kPi), {1, 0}, {1, 0}},
    {1, 0, std::sqrt(4 * kPi / 3), {1 / std::sqrt(3), 0}, {1, 0}},
    {1, 1, -std::sqrt(2 * kPi / 3), {1 / std::sqrt(3), 0}, {1, 0}},
    {1, 1, {0, std::sqrt(2 * kPi / 3)}, {0, 1 / std::sqrt(3)}, {0, 1}},
    {2,
     2,
     std::sqrt(8 * kPi / 15),
     {2 / std::sqrt(15), 0},
     {2 / std::sqrt(3), 0}},
};

void check_pair(const io::RealPair& found, const io::RealPair& expected) {
    CHECK(std::abs(found.c - expected.c) < 1e-15);
    CHECK(std::abs(found.s - expected.s) < 1e-15);
}

}  // namespace

TEST_CASE("coefficients of known fields") {
    for (const Known& k : kKnown) {
        CAPTURE(k.l);
        CAPTURE(k.m);
        check_pair(
            io::to_real(k.s, k.l, k.m, {io::Normalization::four_pi, false}),
            k.four_pi);
        check_pair(
            io::to_real(k.s, k.l, k.m, {io::Normalization::schmidt, false}),
            k.schmidt);
        const double root = std::sqrt(4 * kPi);
        const io::RealPair one{root * k.four_pi.c, root * k.four_pi.s};
        const auto found =
            io::to_real(k.s, k.l, k.m, {io::Normalization::orthonormal, false});
        CHECK(std::abs(found.c - one.c) < 4e-15);
        CHECK(std::abs(found.s - one.s) < 4e-15);
        const double sign = k.m % 2 == 0 ? 1 : -1;
        check_pair(
            io::to_real(k.s, k.l, k.m, {io::Normalization::four_pi, true}),
            {sign * k.four_pi.c, sign * k.four_pi.s});
    }
}

TEST_CASE("the power of a degree is what it adds to the integral") {
    // 2 + sin(phi) + 3 cos(phi) cos(lambda): squares of 16 pi, 4 pi / 3 and
    // 9 * 4 pi / 3.
    const auto t = sphere::triangle(3);
    io::Coefficients s(t.size());
    s[t.index(0, 0)] = 2 * std::sqrt(4 * kPi);
    s[t.index(0, 1)] = std::sqrt(4 * kPi / 3);
    s[t.index(1, 1)] = -3 * std::sqrt(2 * kPi / 3);
    const auto power = drivers::power_of_degrees(s, 3);
    REQUIRE(power.size() == 4);
    CHECK(close(power[0], 16 * kPi, 1e-14));
    CHECK(close(power[1], 40 * kPi / 3, 1e-14));
    CHECK(power[2] == 0);
    const auto table = drivers::power_table({0, 4 * kPi, 8 * kPi});
    CHECK(table.starts_with("l,power,variance\n0,0,0\n1,12.56"));
    CHECK(table.ends_with(",2\n"));
}

TEST_CASE("random spectra are those of their seed, at any truncation") {
    const auto small = drivers::random_coefficients(5, 7, 0);
    const auto large = drivers::random_coefficients(9, 7, 0);
    for (int m = 0; m <= 5; ++m)
        for (int l = m; l <= 5; ++l) {
            CHECK(small[sphere::triangle(5).index(m, l)] ==
                  large[sphere::triangle(9).index(m, l)]);
            if (m == 0)
                CHECK(small[sphere::triangle(5).index(m, l)].imag() == 0);
        }
    CHECK(small == drivers::random_coefficients(5, 7, 0));
    CHECK(small != drivers::random_coefficients(5, 8, 0));
    CHECK(small != drivers::random_coefficients(5, 7, 1));
}
