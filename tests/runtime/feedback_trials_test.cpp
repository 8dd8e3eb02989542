// Which trials the policy makes, and what they may cost.
#include <doctest/doctest.h>

#include <algorithm>

#include "runtime/policy/feedback.hpp"

namespace {

using tasuki::runtime::Feedback;
using Kind = Feedback::Kind;

constexpr Feedback::Class kWork = 7;

/// Places a task, which a worker then computes in so many seconds.
Kind compute(Feedback& feedback, double on_gpu, double on_cpu,
             int priority = 0) {
    auto kind = feedback.place(kWork, 1, priority);
    if (kind == Kind::either)
        kind = feedback.places().choose(kWork, 1, /*gpu_wait=*/1, 0);
    feedback.places().took(kWork, kind, 1, kind == Kind::cpu ? on_cpu : on_gpu);
    return kind;
}

}  // namespace

TEST_CASE("transfers are alone if that makes a graph on several GPUs faster") {
    // Whether StarPU's times are believed in the end.
    const auto expects_crowd = [](int gpus, double with, double without) {
        Feedback feedback;
        feedback.places().set_gpus(gpus);
        feedback.add(kWork, 1000, "work");
        double now = 0;
        for (int k = 0; k < 5000; ++k) {
            compute(feedback, 1e-3, 1e-3);
            feedback.ended(kWork,
                           now += feedback.expects_crowd() ? with : without);
        }
        return feedback.expects_crowd();
    };
    CHECK(!expects_crowd(2, 1e-3, 0.9e-3));
    CHECK(expects_crowd(2, 1e-3, 1.1e-3));
    CHECK(expects_crowd(1, 1e-3, 0.9e-3));
}

TEST_CASE("a GPU runs two tasks at once if that makes a graph faster") {
    // Whether it does so in the end.
    const auto shares = [](bool can, int priority, double one, double two) {
        Feedback feedback;
        if (can) feedback.let_workers_share();
        feedback.add(kWork, 1000, "work");
        double now = 0;
        for (int k = 0; k < 5000; ++k) {
            compute(feedback, 1e-3, 1e-3, priority);
            feedback.ended(kWork, now += feedback.shares_gpus() ? two : one);
        }
        return feedback.shares_gpus();
    };
    CHECK(shares(true, 0, 1e-3, 0.9e-3));
    CHECK(!shares(true, 0, 1e-3, 1.1e-3));
    CHECK(!shares(true, 1, 1e-3, 0.9e-3));
    CHECK(!shares(false, 0, 1e-3, 0.9e-3));
}

TEST_CASE(
    "a GPU runs one task at a time when the first with a priority comes") {
    Feedback feedback;
    feedback.let_workers_share();
    feedback.add(kWork, 1000, "work");
    double now = 0;
    for (int k = 0; k < 5000; ++k) {
        compute(feedback, 1e-3, 1e-3);
        feedback.ended(kWork, now += feedback.shares_gpus() ? 0.9e-3 : 1e-3);
    }
    CHECK(feedback.shares_gpus());
    compute(feedback, 1e-3, 1e-3, /*priority=*/1);
    CHECK(!feedback.shares_gpus());
}

TEST_CASE("no trial begins while the policy is held") {
    Feedback feedback;
    feedback.let_workers_share();
    feedback.add(kWork, 1000, "work");
    double now = 0;
    const auto run = [&] {
        for (int k = 0; k < 5000; ++k) {
            compute(feedback, 1e-3, 1e-3);
            feedback.ended(kWork,
                           now += feedback.shares_gpus() ? 0.9e-3 : 1e-3);
        }
    };
    feedback.hold(true);
    run();
    CHECK(!feedback.shares_gpus());
    CHECK(!feedback.is_settled());
    feedback.hold(false);
    run();
    CHECK(feedback.shares_gpus());
}

TEST_CASE("a trial may lose in an epoch what it has gained before") {
    // On the GPU one ends each 1 ms; on CPUs, of 8 ms, each 0.4 ms, but after
    // 200 of them nothing ends for 25 ms, as at the end of a graph.
    Feedback feedback;
    feedback.add(kWork, 1000, "work");
    double now = 1;
    int on_cpus = 0;
    for (int task = 0; task < 900; ++task) {
        const bool on_cpu = compute(feedback, 1e-3, 8e-3) == Kind::cpu;
        on_cpus = on_cpu ? on_cpus + 1 : 0;
        now += !on_cpu ? 1e-3 : on_cpus % 200 == 0 ? 25e-3 : 0.4e-3;
        feedback.ended(kWork, now);
    }
    CHECK(feedback.places().all().at(kWork).place == Kind::either);
}

TEST_CASE("a trial whose loss is known waits until it may cost as much") {
    // Bursts of 80 tasks: 80 ms on the GPU, 24 ms on CPUs too.
    Feedback feedback;
    feedback.add(kWork, 1000, "work");
    double now = 1, longest = 0;
    for (int burst = 0; burst < 200; ++burst) {
        double seconds = 0;
        for (int task = 0; task < 80; ++task)
            seconds +=
                compute(feedback, 1e-3, 8e-3) == Kind::cpu ? 0.3e-3 : 1e-3;
        for (int task = 0; task < 80; ++task)  // the second half is slower
            feedback.ended(kWork,
                           now += seconds / 80 * (task < 40 ? 0.5 : 1.5));
        feedback.paused(now, now + 1e-3);
        now += 1e-3;
        if (burst > 5) longest = std::max(longest, seconds);
    }
    CHECK(longest < 25e-3);
}
