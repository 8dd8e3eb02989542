// Learning of places on machines that other programs use, which make epochs
// longer at random, from a seed.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>

#include "runtime/policy/feedback.hpp"

namespace {

using tasuki::runtime::Feedback;
using Kind = Feedback::Kind;

constexpr Feedback::Class kLeft = 1, kRight = 2, kLarge = 3;
constexpr int kSeeds = 10;

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

/// Iterations of 0.5 ms, with a large task and two small ones, for which a CPU
/// looks better; on it they make the graph faster or slower.
class DisturbedProgram {
  public:
    /// @param left, right  part of an iteration that it takes longer if the
    ///                     task is on a CPU
    DisturbedProgram(std::uint64_t seed, double left, double right, Noise noise)
        : random_{seed}, left_{left}, right_{right}, noise_{std::move(noise)} {
        feedback_.add(kLeft, 1e6, "left");
        feedback_.add(kRight, 1e6, "right");
        feedback_.add(kLarge, 1e8, "large");
    }
    void run(double seconds) {
        const double end = now_ + seconds;
        while (now_ < end) iterate();
    }
    /// Until no trial is under way.
    void end_trial() {
        while (!feedback_.is_settled()) run(1e-3);
    }
    /// In the last iteration.
    bool left_is_on_cpu() const { return left_on_cpu_; }
    bool right_is_on_cpu() const { return right_on_cpu_; }

  private:
    void iterate() {
        left_on_cpu_ = place(kLeft);
        right_on_cpu_ = place(kRight);
        const bool large_on_cpu = place(kLarge);
        now_ += noise_(0.5e-3 * (1 + left_ * left_on_cpu_ +
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
Outcome run_all(double left, double right, const Noise& noise) {
    Outcome outcome;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        DisturbedProgram program{seed, left, right, noise};
        program.run(40);
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
    CHECK(run_all(-0.3, 0.3, doubled).found > kSeeds / 2);
    CHECK(run_all(-0.3, 0.3, stolen).found > kSeeds / 2);
}

TEST_CASE("what makes the graph slower is not taken for a gain") {
    CHECK(run_all(0.1, 0.3, doubled).moved <= kSeeds / 4);
}
