// METG of runtimes whose efficiency is known.
#include "drivers/tasks/bench/metg.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/close.hpp"

using namespace tasuki::drivers;

namespace {

constexpr double kIteration = 1e-9;  // [s]

/// Each task costs `overhead` [s] more than it computes.
std::vector<Sample> runtime_with(double overhead, int largest, int smallest) {
    std::vector<Sample> samples;
    for (int n = largest; n >= smallest; n /= 2)
        samples.push_back({n, overhead + n * kIteration});
    return samples;
}

}  // namespace

TEST_CASE("a task that is half overhead has the METG") {
    for (const double overhead : {3e-7, 1e-6, 7.3e-6}) {
        CAPTURE(overhead);
        const auto samples = runtime_with(overhead, 1 << 20, 1);
        const Metg metg = find_metg(samples);
        CHECK(metg.reached);
        // Between powers of 2 a logarithm is off by a few percent.
        CHECK(tasuki::test::close(metg.seconds, 2 * overhead, 0.05));
        CHECK(tasuki::test::close(peak_rate(samples), 1 / kIteration, 0.01));
    }
}

TEST_CASE("a runtime that stays efficient has an upper bound") {
    const Metg metg = find_metg(runtime_with(0, 1 << 10, 1 << 3));
    CHECK(!metg.reached);
    CHECK(metg.seconds == 8 * kIteration);
    const std::vector<Sample> one{{16, 2e-6}};
    CHECK(find_metg(one).seconds == 2e-6);
    CHECK(!find_metg(one).reached);
}

TEST_CASE("a disturbance of large tasks changes nothing") {
    auto samples = runtime_with(1e-6, 1 << 20, 1);
    const Metg metg = find_metg(samples);
    samples[3].granularity *= 10;
    CHECK(find_metg(samples).seconds == metg.seconds);
}

TEST_CASE("exactly half of the peak is still enough") {
    const std::vector<Sample> samples{{8, 8}, {4, 8}, {2, 8}};
    const Metg metg = find_metg(samples);
    CHECK(metg.reached);
    CHECK(metg.seconds == 8);
}

TEST_CASE("a search ends when the last samples are below half") {
    const auto samples = runtime_with(1e-6, 1 << 20, 1);
    CHECK(ends_below_half(samples, 9));    // 2^0 to 2^8
    CHECK(ends_below_half(samples, 10));   // 2^9: 0.34
    CHECK(!ends_below_half(samples, 11));  // 2^10: 0.506
}
