#include "codelets/quenched/heatbath/su2_sampling.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace tasuki::quenched::heatbath {

namespace {

constexpr int kDraws = 100000;

lattice::RandomStream stream(std::uint64_t seed) {
    return {seed, lattice::Purpose::heatbath, 0};
}

/// <b0> for the weight sqrt(1 - b0^2) exp(x b0).
double exact_mean(double x) {
    return std::cyl_bessel_i(2.0, x) / std::cyl_bessel_i(1.0, x);
}

/// <b0^2> - <b0>^2, from <1 - b0^2> = 3 <b0> / x.
double exact_variance(double x) {
    const double mean = exact_mean(x);
    return 1 - 3 * mean / x - mean * mean;
}

/// sqrt(N) times the Kolmogorov-Smirnov distance between the draws of b0 and
/// the exact distribution; above 1.95 once in a thousand seeds.
double kolmogorov_smirnov(std::vector<double> draws, double x) {
    std::sort(draws.begin(), draws.end());
    // b0 = -cos(a) makes the weight sin^2(a) exp(-x cos a), smooth everywhere.
    constexpr int kSteps = 200000;
    const double width = std::numbers::pi / kSteps;
    std::vector<double> cumulated(kSteps + 1, 0.0);
    for (int k = 0; k < kSteps; ++k) {
        const double a = (k + 0.5) * width;
        cumulated[k + 1] = cumulated[k] + std::pow(std::sin(a), 2) *
                                              std::exp(-x * (1 + std::cos(a)));
    }
    double distance = 0;
    for (std::size_t i = 0; i < draws.size(); ++i) {
        const double at = std::acos(-draws[i]) / width;
        const double exact =
            cumulated[static_cast<int>(at)] / cumulated[kSteps];
        const double n = static_cast<double>(draws.size());
        distance = std::max(
            {distance, std::abs(exact - i / n), std::abs(exact - (i + 1) / n)});
    }
    return distance * std::sqrt(static_cast<double>(draws.size()));
}

template <class Sample>
void check_distribution(double x, const Sample& sample) {
    CAPTURE(x);
    std::vector<double> draws(kDraws);
    double sum = 0;
    for (double& b0 : draws) sum += b0 = sample();
    const double error = std::sqrt(exact_variance(x) / kDraws);
    CHECK(std::abs(sum / kDraws - exact_mean(x)) < 4 * error);
    CHECK(kolmogorov_smirnov(std::move(draws), x) < 1.95);
}

}  // namespace

TEST_CASE("Kennedy and Pendleton's method has the exact distribution") {
    auto random = stream(1);
    for (const double x : {0.7, 1.7, 4.0, 30.0, 300.0})
        check_distribution(
            x, [&] { return 1 - sample_kennedy_pendleton(x, random); });
}

TEST_CASE("Creutz' method has the exact distribution") {
    auto random = stream(2);
    for (const double x : {1e-3, 0.3, 1.7, 4.0})
        check_distribution(x, [&] { return 1 - sample_creutz(x, random); });
}

TEST_CASE("sampled elements are in SU(2) and have no preferred direction") {
    auto random = stream(3);
    for (const double x : {0.5, 6.0}) {
        CAPTURE(x);
        std::array<double, 4> sum{};
        std::array<double, 4> square{};
        double worst = 0, mixed = 0;
        for (int n = 0; n < kDraws; ++n) {
            const Su2 b = sample_su2(x, random);
            for (int i = 0; i < 4; ++i) {
                sum[i] += b.a[i] / kDraws;
                square[i] += b.a[i] * b.a[i] / kDraws;
            }
            mixed += b.a[1] * b.a[2] / kDraws;
            worst = std::max(worst, std::abs(norm(b) - 1));
        }
        CHECK(worst < 1e-15);
        // <1 - b0^2> = 3 <b0> / x, a third of it in each component.
        const double expected = exact_mean(x) / x;
        const double error = std::sqrt(expected / kDraws);
        for (int i = 1; i < 4; ++i) {
            CAPTURE(i);
            CHECK(std::abs(sum[i]) < 4 * error);
            // The square of a component varies less than twice its mean.
            CHECK(std::abs(square[i] - expected) <
                  4 * 2 * expected / std::sqrt(kDraws));
        }
        CHECK(std::abs(mixed) < 4 * 2 * expected / std::sqrt(kDraws));
    }
}

TEST_CASE("sampling ends at the limits of its parameter") {
    auto random = stream(4);
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(sample_su2(infinite, random).a[0] == 1);
    CHECK(sample_su2(1e300, random).a[0] == 1);
    CHECK(std::isfinite(sample_su2(1e-300, random).a[0]));
    CHECK(std::isnan(sample_su2(std::nan(""), random).a[0]));
    double square = 0;  // x = 0: the Haar measure, <b0^2> = 1/4
    for (int n = 0; n < kDraws; ++n)
        square += std::pow(sample_su2(0, random).a[0], 2) / kDraws;
    CHECK(std::abs(square - 0.25) < 4 * 0.25 / std::sqrt(kDraws));
}

}  // namespace tasuki::quenched::heatbath
