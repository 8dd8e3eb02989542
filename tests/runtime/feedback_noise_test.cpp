// Learning of places on machines that other programs use, which make epochs
// longer at random, from a seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "runtime/policy/feedback.hpp"
#include "runtime/policy/noise.hpp"

namespace {

using tasuki::runtime::compare_noisy, tasuki::runtime::Feedback,
    tasuki::runtime::Verdict;
using Kind = Feedback::Kind;

constexpr Feedback::Class kLeft = 1, kRight = 2, kLarge = 3;
constexpr int kSeeds = 20;

/// What an iteration really takes, of so many seconds.
using Noise = std::function<double(double seconds, std::mt19937_64& random)>;

double exponential(double mean, std::mt19937_64& random) {
    return -mean * std::log1p(-std::ldexp(static_cast<double>(random()), -64));
}

/// Each iteration takes 1 to 2 times as long, or more.
double doubled(double seconds, std::mt19937_64& random) {
    return seconds * (1 + exponential(1, random));
}

/// Others take the processor for 10 ms at a time, a fourth of all time.
double stolen(double seconds, std::mt19937_64& random) {
    const bool is_hit = exponential(30e-3, random) < seconds;
    return seconds + (is_hit ? exponential(10e-3, random) : 0);
}

/// Each burst of 50 iterations takes up to 9 % more.
Noise burst_by_burst() {
    return
        [k = 0, more = 0.0](double seconds, std::mt19937_64& random) mutable {
            if (k++ % 50 == 0)
                more = 0.09 * std::ldexp(static_cast<double>(random()), -64);
            return seconds * (1 + more);
        };
}

/// Iterations of 1 ms, with a large task and two small ones, for which a CPU
/// looks better; on it they make the graph faster or slower.
class DisturbedProgram {
  public:
    /// @param left, right  what an iteration takes more if the task is on a
    /// CPU,
    ///                     as a part of it
    DisturbedProgram(std::uint64_t seed, double left, double right, Noise noise)
        : random_{seed}, left_{left}, right_{right}, noise_{std::move(noise)} {
        feedback_.add(kLeft, 1e6, "left");
        feedback_.add(kRight, 1e6, "right");
        feedback_.add(kLarge, 1e8, "large");
    }
    /// @param uneven  the second half of each 50 iterations is slower, and the
    ///                program pauses after it
    void run(double seconds, bool uneven = false) {
        const double end = now_ + seconds;
        for (int k = 1; now_ < end; ++k)
            if (uneven)
                iterate_in_burst(k);
            else
                iterate(0.5e-3);
    }
    /// Of 50 iterations, of which the second half is slower, and a pause.
    void run_burst() {
        for (int k = 1; k <= 50; ++k) iterate_in_burst(k);
    }
    /// Until no trial is under way.
    void end_trial() {
        while (!feedback_.is_settled()) run(1e-3);
    }
    /// In the last iteration.
    bool left_is_on_cpu() const { return left_on_cpu_; }
    bool right_is_on_cpu() const { return right_on_cpu_; }
    bool is_settled() const { return feedback_.is_settled(); }
    /// Whether a trial was kept since the last call.
    bool has_moved() {
        return !std::ranges::all_of(
            feedback_.take_news(),
            [](const auto& line) { return line.starts_with("tried"); });
    }
    void become(Noise noise) { noise_ = std::move(noise); }

  private:
    void iterate_in_burst(int k) {
        iterate(k % 50 >= 25 ? 1.5e-3 : 0.5e-3);
        if (k % 50 != 0) return;
        feedback_.paused(now_, now_ + 1e-3);
        now_ += 1e-3;
    }
    void iterate(double seconds) {
        left_on_cpu_ = place(kLeft);
        right_on_cpu_ = place(kRight);
        const bool large_on_cpu = place(kLarge);
        now_ += noise_(seconds * (1 + left_ * left_on_cpu_ +
                                  right_ * right_on_cpu_ + 0.5 * large_on_cpu),
                       random_);
        took(kLeft, left_on_cpu_, 20e-6, 10e-6);
        took(kRight, right_on_cpu_, 20e-6, 10e-6);
        took(kLarge, large_on_cpu, 0.5e-3, 20e-3);
        for (const auto c : {kLeft, kRight, kLarge}) feedback_.ended(c, now_);
    }
    bool place(Feedback::Class c) {
        const auto kind = feedback_.place(c);
        return (kind == Kind::either ? feedback_.places().choose(c, 1, 0, 0)
                                     : kind) == Kind::cpu;
    }
    void took(Feedback::Class c, bool on_cpu, double gpu, double cpu) {
        feedback_.places().took(c, on_cpu ? Kind::cpu : Kind::gpu, 1,
                                on_cpu ? cpu : gpu);
    }

    std::mt19937_64 random_;
    double left_, right_;
    Noise noise_;
    Feedback feedback_;
    bool left_on_cpu_ = false, right_on_cpu_ = false;
    double now_ = 100;
};

/// Of so many programs, how many have the left task on a CPU, and the right one
/// not; and how many have moved one of them at all.
struct Outcome {
    int found = 0, moved = 0;
};
Outcome run_all(double left, double right, const Noise& noise, bool uneven) {
    Outcome outcome;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        DisturbedProgram program{seed, left, right, noise};
        program.run(40, uneven);
        program.end_trial();
        const bool on_left = program.left_is_on_cpu();
        const bool on_right = program.right_is_on_cpu();
        outcome.found += on_left && !on_right;
        outcome.moved += on_left || on_right;
    }
    return outcome;
}

}  // namespace

TEST_CASE("what helps much is found where no two epochs are alike") {
    CHECK(run_all(-0.3, 0.3, doubled, /*uneven=*/false).found >= 18);
    CHECK(run_all(-0.3, 0.3, stolen, /*uneven=*/false).found >= 18);
    CHECK(run_all(-0.3, 0.3, stolen, /*uneven=*/true).found >= 12);
}

TEST_CASE("what makes the graph slower is not taken for a gain") {
    CHECK(run_all(0.1, 0.3, doubled, /*uneven=*/false).moved <= 2);
    CHECK(run_all(0.1, 0.3, stolen, /*uneven=*/true).moved <= 2);
}

TEST_CASE("where bursts differ a little, only what helps is kept, and soon") {
    int found = 0, moved = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        DisturbedProgram helps{seed, -0.3, 0.3, burst_by_burst()};
        helps.run(30 * 50e-3, /*uneven=*/true);
        found += helps.left_is_on_cpu() && !helps.right_is_on_cpu();
        DisturbedProgram hinders{seed, 0.03, 0.03, burst_by_burst()};
        hinders.run(200 * 50e-3, /*uneven=*/true);
        moved += hinders.has_moved();
    }
    CHECK(found >= 18);
    CHECK(moved == 0);
}

TEST_CASE("noise that begins while the old places return keeps them") {
    // A gain of less than 10 % has to be there a second time.
    DisturbedProgram program{1, -0.07, 0.3, [](double s, auto&) { return s; }};
    const auto tries_left = [&] {
        program.run_burst();
        return program.left_is_on_cpu() && !program.right_is_on_cpu();
    };
    int bursts = 0;
    while (!tries_left() && bursts < 100) ++bursts;
    while (tries_left() && bursts < 100) ++bursts;
    REQUIRE(bursts < 100);
    REQUIRE(!program.has_moved());
    // Each other burst takes twice as long.
    program.become([k = 0](double seconds, auto&) mutable {
        return seconds * (k++ / 50 % 2 + 1);
    });
    for (int k = 0; k < 30; ++k) program.run_burst();
    CHECK(!program.has_moved());
}

TEST_CASE("noise that ends during a trial is not its gain") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        DisturbedProgram program{seed, 0.05, 0.05, doubled};
        program.run(10.5);
        while (!program.right_is_on_cpu()) program.run(1e-3);
        program.become([](double seconds, auto&) { return seconds; });
        program.run(3);
        program.end_trial();
        CAPTURE(seed);
        CHECK(!program.left_is_on_cpu());
        CHECK(!program.right_is_on_cpu());
    }
}

TEST_CASE("on a noisy machine it settles too") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        DisturbedProgram program{seed, 0.1, 0.3, stolen};
        program.run(40, /*uneven=*/true);
        CHECK(program.is_settled());
    }
}

TEST_CASE("two epochs that were fast show a gain, eight show none") {
    constexpr double kGain = 0.985;
    const std::vector<double> watched{5, 1.01, 1, 2, 3, 4, 9, 1.5};
    const auto verdict = [&](const std::vector<double>& tried) {
        return compare_noisy(watched, tried, kGain);
    };
    CHECK(verdict({0.1}) == Verdict::open);
    CHECK(verdict({0.1, 2}) == Verdict::open);
    CHECK(verdict({0.1, 2, 0.9}) == Verdict::faster);
    CHECK(verdict({0.1, 2, 1}) == Verdict::open);
    // All are slower than the median of the others, 2.5.
    CHECK(verdict({3, 4, 3}) == Verdict::open);
    CHECK(verdict({3, 4, 3, 4}) == Verdict::slower);
    CHECK(verdict({2, 4, 3, 4}) == Verdict::open);
    CHECK(verdict({2, 4, 3, 4, 1.2, 1.2, 1.2, 1.2}) == Verdict::slower);
}
