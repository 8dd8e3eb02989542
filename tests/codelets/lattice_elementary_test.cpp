// Elementary functions against the library's in long double.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "codelets/lattice/elementary.hpp"
#include "codelets/lattice/glibc.hpp"
#include "codelets/lattice/random.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki::lattice;

constexpr int kDraws = 200000;
constexpr double kAllowed = 2;  // [units in the last place]
constexpr double kSmallest = std::numeric_limits<double>::min();

/// |found - exact| in units in the last place of a double.
double ulps(double found, long double exact) {
    const double size =
        std::max(std::abs(static_cast<double>(exact)), kSmallest);
    const double unit =
        std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
    return static_cast<double>(std::abs(found - exact) / unit);
}

/// The largest ulps(found(x), exact(x)) of many x = map(uniform number).
template <class Map, class Found, class Exact>
double worst(const Map& map, const Found& found, const Exact& exact) {
    RandomStream random{1, Purpose::source, 0};
    double most = 0;
    for (int k = 0; k < kDraws; ++k) {
        const double x = map(random.uniform());
        const double error = ulps(found(x), exact(x));
        // Not std::max(): a NaN must be seen.
        if (!(error <= most)) most = error;
    }
    return most;
}

/// 10^-16 to 10^p, equally dense in its logarithm.
template <int p>
double of_any_size(double u) {
    return std::pow(10, -16 + (16 + p) * u);
}
double itself(double u) {
    return u;
}

const auto exact_log = [](double x) {
    return std::log(static_cast<long double>(x));
};
const auto exact_log1p = [](double x) {
    return std::log1p(static_cast<long double>(x));
};
const auto exact_expm1 = [](double x) {
    return std::expm1(static_cast<long double>(x));
};

/// sin(2 pi u + shift pi / 2), of an angle in the first eighth of a turn, where
/// pi in long double is exact enough.
long double exact_sine(double u, int shift) {
    const auto quarters = static_cast<int>(4 * u + 0.5);
    const long double angle = 2 * 3.14159265358979323846264338327950288L *
                              (static_cast<long double>(u) - 0.25L * quarters);
    const int quadrant = (quarters + shift) % 4;
    const long double value =
        quadrant % 2 == 0 ? std::sin(angle) : std::cos(angle);
    return quadrant < 2 ? value : -value;
}

#if defined(__GLIBC__)
/// Numbers x = map(uniform number) at which glibc itself has other bits.
template <class Map>
int other_logarithms(const Map& map) {
    RandomStream random{2, Purpose::source, 0};
    int others = 0;
    for (int k = 0; k < kDraws; ++k) {
        const double x = map(random.uniform());
        others += glibc::log_of(x) != std::log(x);
    }
    return others;
}
template <class Map>
int other_angles(const Map& map) {
    RandomStream random{2, Purpose::source, 1};
    int others = 0;
    for (int k = 0; k < kDraws; ++k) {
        const double x = map(random.uniform());
        const auto found = glibc::sin_cos_of(x);
        others += found.sin != std::sin(x) || found.cos != std::cos(x);
    }
    return others;
}

/// Whether glibc has the functions that glibc.hpp follows.
bool has_fused_glibc() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") != 0;
#else
    return true;
#endif
}
#endif

}  // namespace

TEST_CASE("logarithms are right to two units in the last place") {
    CHECK(worst(itself, log_of, exact_log) < kAllowed);
    CHECK(worst(of_any_size<0>, log_of, exact_log) < kAllowed);
    CHECK(worst([](double u) { return 1 - of_any_size<-1>(u); }, log_of,
                exact_log) < kAllowed);
    CHECK(worst([](double u) { return 1 + of_any_size<300>(u); }, log_of,
                exact_log) < kAllowed);
    CHECK(log_of(1) == 0);
    for (const double x : {kSmallest, 0x1p-53, std::sqrt(0.5), std::sqrt(2.0),
                           std::numeric_limits<double>::max()})
        CHECK(ulps(log_of(x), exact_log(x)) < kAllowed);
}

TEST_CASE("log1p and expm1 are right where their arguments are small, too") {
    CHECK(worst(of_any_size<2>, log1p_of, exact_log1p) < kAllowed);
    CHECK(worst([](double u) { return 30 * u; }, log1p_of, exact_log1p) <
          kAllowed);
    CHECK(worst(of_any_size<2>, expm1_of, exact_expm1) < kAllowed);
    CHECK(worst([](double u) { return 4 * u; }, expm1_of, exact_expm1) <
          kAllowed);
    CHECK(worst([](double u) { return 700 * u; }, expm1_of, exact_expm1) <
          kAllowed);
    CHECK(log1p_of(0) == 0);
    CHECK(expm1_of(0) == 0);
}

TEST_CASE("sines and cosines of turns are right in every quadrant") {
    const auto sine = [](double u) { return sin_cos_of_turns(u).sin; };
    const auto cosine = [](double u) { return sin_cos_of_turns(u).cos; };
    const auto exact_sin = [](double u) { return exact_sine(u, 0); };
    const auto exact_cos = [](double u) { return exact_sine(u, 1); };
    // Close to each quarter of a turn, on the grid of uniform numbers.
    for (int quarter = 0; quarter <= 4; ++quarter) {
        CAPTURE(quarter);
        const auto close = [quarter](double u) {
            const double x =
                std::ldexp(std::floor(std::ldexp(of_any_size<-1>(u), 53)), -53);
            return quarter < 4 ? 0.25 * quarter + x : 1 - x;
        };
        CHECK(worst(close, sine, exact_sin) < kAllowed);
        CHECK(worst(close, cosine, exact_cos) < kAllowed);
    }
    CHECK(worst(itself, sine, exact_sin) < kAllowed);
    CHECK(worst(itself, cosine, exact_cos) < kAllowed);
    for (int quarter = 0; quarter <= 4; ++quarter) {
        CHECK(sine(0.25 * quarter) == (quarter % 2 == 0 ? 0 : 2 - quarter));
        CHECK(cosine(0.25 * quarter) ==
              (quarter % 2 == 1 ? 0 : (quarter == 2 ? -1 : 1)));
    }
}

TEST_CASE("functions for GPUs have the bits of glibc") {
#if defined(__GLIBC__)
    if (!has_fused_glibc())
        return tasuki::test::skip("this CPU has no fused multiply-adds");
    CHECK(other_logarithms(itself) == 0);
    CHECK(other_logarithms(of_any_size<0>) == 0);
    CHECK(other_logarithms([](double u) { return 1 - of_any_size<-1>(u); }) ==
          0);
    constexpr double kTurn = 2 * 3.14159265358979323846;
    CHECK(other_angles([](double u) { return kTurn * u; }) == 0);
    CHECK(other_angles([](double u) { return kTurn * of_any_size<0>(u); }) ==
          0);
    // Close to each quarter of a turn.
    for (int quarter = 1; quarter <= 4; ++quarter) {
        CAPTURE(quarter);
        CHECK(other_angles([quarter](double u) {
                  const double x = of_any_size<-1>(u);
                  return kTurn * (0.25 * quarter - x);
              }) == 0);
        if (quarter < 4)
            CHECK(other_angles([quarter](double u) {
                      const double x = of_any_size<-1>(u);
                      return kTurn * (0.25 * quarter + x);
                  }) == 0);
    }
#else
    tasuki::test::skip("the C library is not glibc");
#endif
}
