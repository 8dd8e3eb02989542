// Learning of places, on machines that are simulated: a time per epoch for each
// assignment.
#include "runtime/policy/feedback.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/policy/task_classes.hpp"
#include "tests/close.hpp"

namespace {

using tasuki::runtime::Epochs, tasuki::runtime::Feedback,
    tasuki::runtime::TaskClasses, tasuki::runtime::TaskPlaces,
    tasuki::runtime::TaskRate, tasuki::runtime::TaskRates;
using tasuki::test::close;
using Kind = Feedback::Kind;

constexpr Feedback::Class kInterior = 1, kMinus = 2, kPlus = 3, kPack = 4;

/// A graph of one interior, two small tasks and one of middle size.
class Machine {
  public:
    /// @param seconds  of one application, given whether minus, plus, pack and
    ///                 interior run on the CPU
    using Model = std::function<double(bool, bool, bool, bool)>;
    explicit Machine(Model seconds) : seconds_{std::move(seconds)} {}

    void apply() {
        const bool interior = on_cpu(kInterior, 1e8, "interior");
        const bool pack = on_cpu(kPack, 3e7, "pack");
        minus_ = on_cpu(kMinus, 1e6, "matvec");
        plus_ = on_cpu(kPlus, 1e6, "matvec");
        large_on_cpu_ += interior + pack;
        now_ += seconds_(minus_, plus_, pack, interior);
        tell_times(kInterior, interior, 0.5e-3, 20e-3);
        tell_times(kPack, pack, 0.2e-3, 2e-3);
        // Each face looks as if it ended first on a CPU.
        tell_times(kMinus, minus_, 20e-6, 10e-6);
        tell_times(kPlus, plus_, 20e-6, 10e-6);
        for (const auto c : {kMinus, kPlus, kPack, kInterior})
            feedback_.ended(c, now_);
    }
    /// @return seconds per application
    double run(int applications) {
        const double start = now_;
        for (int k = 0; k < applications; ++k) apply();
        return (now_ - start) / applications;
    }
    void pause(double seconds) {
        feedback_.paused(now_, now_ + seconds);
        now_ += seconds;
    }
    void become(Model seconds) { seconds_ = std::move(seconds); }
    std::pair<bool, bool> faces_on_cpu() const { return {minus_, plus_}; }
    /// Times that the interior or pack ran on a CPU.
    int large_on_cpu() const { return large_on_cpu_; }
    bool is_settled() const { return feedback_.is_settled(); }
    /// Of trials that were kept.
    std::vector<std::string> news() {
        auto lines = feedback_.take_news();
        std::erase_if(lines, [](const std::string& line) {
            return line.starts_with("tried");
        });
        return lines;
    }

  private:
    bool on_cpu(Feedback::Class c, double bytes, const char* name) {
        if (!feedback_.places().knows(c)) feedback_.add(c, bytes, name);
        auto kind = feedback_.place(c);
        if (kind == Kind::either) kind = feedback_.places().choose(c, 1, 0, 0);
        return kind == Kind::cpu;
    }
    void tell_times(Feedback::Class c, bool on_cpu, double gpu, double cpu) {
        feedback_.places().took(c, on_cpu ? Kind::cpu : Kind::gpu, 1,
                                on_cpu ? cpu : gpu);
    }

    Model seconds_;
    Feedback feedback_;
    double now_ = 100;
    bool minus_ = false, plus_ = false;
    int large_on_cpu_ = 0;
};

/// Tasks of one class that are all submitted at once, again and again.
class Burst {
  public:
    Burst(int cpus, double ratio, int tasks)
        : cpus_(static_cast<std::size_t>(cpus)), ratio_{ratio}, tasks_{tasks} {
        feedback_.places().set_cpus(cpus);
        feedback_.add(kInterior, 1e3, "work");
    }
    /// @return  time of one, of which a task takes kTask on the GPU
    double run() {
        std::vector<std::pair<double, Kind>> ends;
        std::ranges::fill(cpus_, now_);
        double gpu = now_;
        for (int k = 0; k < tasks_; ++k) {
            const auto cpu = std::ranges::min_element(cpus_);
            auto kind = feedback_.place(kInterior);
            if (kind == Kind::either)
                kind = feedback_.places().choose(kInterior, 1, gpu - now_,
                                                 *cpu - now_);
            double& worker = kind == Kind::cpu ? *cpu : gpu;
            worker += kind == Kind::cpu ? ratio_ * kTask : kTask;
            ends.emplace_back(worker, kind);
        }
        std::ranges::sort(ends);
        const double begin = now_;
        for (const auto& [end, kind] : ends) {
            feedback_.places().took(kInterior, kind, 1,
                                    kind == Kind::cpu ? ratio_ * kTask : kTask);
            feedback_.ended(kInterior, end);
        }
        feedback_.paused(ends.back().first, ends.back().first + 1e-3);
        now_ = ends.back().first + 1e-3;
        return ends.back().first - begin;
    }
    bool is_settled() const { return feedback_.is_settled(); }

    static constexpr double kTask = 1e-3;

  private:
    std::vector<double> cpus_;
    double ratio_;
    int tasks_;
    Feedback feedback_;
    double now_ = 50;
};

double faces_lose(bool minus, bool plus, bool, bool) {
    return 1e-3 * (1 + 0.3 * minus + 0.3 * plus);
}
double minus_wins(bool minus, bool plus, bool, bool) {
    return 1e-3 * (1 - 0.1 * minus + 0.3 * plus);
}
double both_win_only_together(bool minus, bool plus, bool, bool) {
    return 1e-3 * (minus && plus ? 0.9 : minus || plus ? 1.1 : 1);
}

}  // namespace

TEST_CASE("where the CPU does not help, trying costs less than a hundredth") {
    Machine machine{faces_lose};
    CHECK(machine.run(20000) < 1.01e-3);
    CHECK(machine.faces_on_cpu() == std::pair{false, false});
    CHECK(machine.news().empty());
    // Their times on a CPU are measured, twice at most.
    CHECK(machine.large_on_cpu() >= 2);
    CHECK(machine.large_on_cpu() <= 4);
}

TEST_CASE("it has settled when each trial was made, within a second") {
    Machine machine{faces_lose};
    CHECK(machine.is_settled());  // it knows nothing yet that it could move
    machine.run(20);
    CHECK(!machine.is_settled());
    machine.run(1000);
    CHECK(machine.is_settled());
}

TEST_CASE("what helps is found, and only that") {
    Machine machine{minus_wins};
    machine.run(5000);
    CHECK(machine.faces_on_cpu() == std::pair{true, false});
    CHECK(machine.run(20000) < 0.91e-3);
    const auto news = machine.news();
    REQUIRE(news.size() >= 1);
    CHECK(news.back().find("matvec") != std::string::npos);
    CHECK(news.back().find("CPU") != std::string::npos);
}

TEST_CASE("what helps only together is found") {
    Machine machine{both_win_only_together};
    machine.run(5000);
    CHECK(machine.faces_on_cpu() == std::pair{true, true});
}

TEST_CASE("a CPU that becomes busy gives its work back") {
    Machine machine{minus_wins};
    machine.run(5000);
    REQUIRE(machine.faces_on_cpu() == std::pair{true, false});
    machine.become(faces_lose);
    machine.run(5000);
    CHECK(machine.faces_on_cpu() == std::pair{false, false});
    CHECK(machine.run(10000) < 1.01e-3);
}

TEST_CASE("a CPU that becomes free is found") {
    Machine machine{faces_lose};
    machine.run(5000);
    machine.become(minus_wins);
    machine.run(20000);
    CHECK(machine.faces_on_cpu() == std::pair{true, false});
}

TEST_CASE("pauses of the program count for nothing") {
    Machine machine{minus_wins};
    for (int k = 0; k < 200; ++k) {
        machine.run(30);
        machine.pause(0.01 * (k % 7));
    }
    CHECK(machine.faces_on_cpu() == std::pair{true, false});
    CHECK(machine.news().size() == 1);
}

TEST_CASE("a class that appears later is tried, and does not repeat others") {
    Machine machine{minus_wins};
    machine.run(5000);
    REQUIRE(machine.is_settled());
    REQUIRE(machine.faces_on_cpu() == std::pair{true, false});

    Feedback feedback;
    double now = 0;
    const auto on_cpu = [&](Feedback::Class c, double gpu, double cpu) {
        auto kind = feedback.place(c);
        if (kind == Kind::either) kind = feedback.places().choose(c, 1, 0, 0);
        feedback.places().took(c, kind, 1, kind == Kind::cpu ? cpu : gpu);
        return kind == Kind::cpu;
    };
    const auto step = [&] {
        const bool early = on_cpu(7, 2e-5, 1e-5);
        now += early ? 0.5e-3 : 1e-3;
        on_cpu(8, 1e-4, 1e-2);
        feedback.ended(8, now);
        return early;
    };
    feedback.add(7, 10, "early");
    CHECK(feedback.place(7) == Kind::gpu);
    feedback.add(8, 1000, "large");
    CHECK(feedback.place(8) == Kind::gpu);
    int early_on_cpu = 0;
    for (int k = 0; k < 3000; ++k) early_on_cpu += step();
    CHECK(early_on_cpu > 2000);
}

TEST_CASE("tasks of one class are divided among a GPU and CPUs") {
    // 100 ms on the GPU alone; on both 36 tasks there, 4 on each CPU.
    Burst burst{16, 8, 100};
    for (int k = 0; k < 6; ++k) burst.run();
    CHECK(close(burst.run(), 36e-3, 1e-3));
    CHECK(burst.is_settled());
    CHECK(close(burst.run(), 36e-3, 1e-3));
}

TEST_CASE("a trial does not end before a task on a CPU can have ended") {
    // On the GPU one ends each 0.5 ms; on CPUs 32 in 12.8 ms, after 8 ms each.
    Feedback feedback;
    feedback.add(7, 1000, "work");
    double now = 1;
    int on_cpus = 0;
    for (int task = 0; task < 1500; ++task) {
        auto kind = feedback.place(7);
        if (kind == Kind::either)
            kind = feedback.places().choose(7, 1, /*gpu_wait=*/1, 0);
        const bool on_cpu = kind == Kind::cpu;
        on_cpus = on_cpu ? on_cpus + 1 : 0;
        now += !on_cpu ? 0.5e-3 : on_cpus % 32 == 1 ? 8e-3 : 0.15e-3;
        feedback.places().took(7, kind, 1, on_cpu ? 8e-3 : 0.5e-3);
        feedback.ended(7, now);
    }
    CHECK(feedback.places().all().at(7).place == Kind::either);
}

TEST_CASE("they stay on the GPU where CPUs are too slow") {
    Burst burst{4, 1000, 100};  // a task takes ten times as long as all
    double seconds = 0;
    for (int k = 0; k < 100; ++k) seconds += burst.run();
    // One was tried on a CPU.
    CHECK(seconds < 100 * 100e-3 + 1.1 * 1000 * Burst::kTask);
    CHECK(close(burst.run(), 100e-3, 1e-3));
}

TEST_CASE("a graph whose speed varies counts as settled, in the end") {
    Feedback feedback;
    feedback.add(7, 1000, "work");
    double now = 0;
    const auto run = [&](double seconds) {
        while (seconds > 0) {
            // The speed doubles in half a second, and again, and starts anew.
            const double step = 1e-3 * std::exp2(-2 * std::fmod(now, 1.5));
            feedback.place(7);
            feedback.places().took(7, Kind::gpu, 1, step);
            feedback.ended(7, now += step);
            seconds -= step;
        }
    };
    run(0.5);
    CHECK(!feedback.is_settled());
    run(3);
    CHECK(feedback.is_settled());
    CHECK(feedback.place(7) == Kind::gpu);
}

TEST_CASE("the order of tasks that makes the graph faster is kept") {
    // Whether it is that of priorities, and whether there are any.
    const auto keeps_priorities = [](double with, double without,
                                     int priority) {
        Feedback feedback;
        feedback.add(7, 1000, "work");
        double now = 0;
        for (int k = 0; k < 5000; ++k) {
            feedback.place(7, 1, priority);
            feedback.places().took(7, Kind::gpu, 1, 1e-3);
            feedback.ended(7,
                           now += feedback.keeps_priorities() ? with : without);
        }
        return feedback.keeps_priorities();
    };
    CHECK(!keeps_priorities(1e-3, 0.9e-3, 1));
    CHECK(keeps_priorities(1e-3, 1.1e-3, 1));
    CHECK(keeps_priorities(1e-3, 0.9e-3, 0));
}

TEST_CASE("a class moves to CPUs only if they have time for it") {
    // All tasks of the class end first on a CPU, which makes the graph slower.
    const auto moves = [](double seconds_on_cpu) {
        Feedback feedback;
        feedback.add(7, 1000, "large");
        feedback.add(8, 10, "small");
        double now = 0;
        int moved = 0;
        for (int k = 0; k < 5000; ++k) {
            feedback.place(7);
            feedback.places().took(7, Kind::gpu, 1, 0.5e-3);
            auto kind = feedback.place(8);
            moved += kind == Kind::cpu;
            if (kind == Kind::either)
                kind = feedback.places().choose(8, 1, /*gpu_wait=*/1, 0);
            const bool on_cpu = kind == Kind::cpu;
            feedback.places().took(8, kind, 1,
                                   on_cpu ? seconds_on_cpu : 0.1e-3);
            feedback.ended(7, now += on_cpu ? 1.05e-3 : 1e-3);
        }
        return moved;
    };
    CHECK(moves(0.8e-3) <= 2);  // what it takes there was measured
    CHECK(moves(0.2e-3) > 2);
}

TEST_CASE("trials of long bursts cost less than a hundredth") {
    constexpr int kClasses = 8, kBursts = 100;
    Feedback feedback;
    for (Feedback::Class c = 1; c <= kClasses; ++c)
        feedback.add(c, 1e3 * static_cast<double>(c), "work");
    double now = 10, seconds = 0;
    for (int burst = 0; burst < kBursts; ++burst) {
        int on_cpu = 0;
        for (Feedback::Class c = 1; c <= kClasses; ++c) {
            auto kind = feedback.place(c);
            if (kind == Kind::either)
                kind = feedback.places().choose(c, 1, /*gpu_wait=*/1, 0);
            on_cpu += kind == Kind::cpu;
            feedback.places().took(c, kind, 1, 1e-3);
        }
        const double slowness = 1 + 0.1 * on_cpu;
        const double begin = now;
        for (int k = 0; k < 400; ++k)  // the second half is slower
            feedback.ended(kClasses, now += (k < 200 ? 1e-3 : 4e-3) * slowness);
        if (burst >= kBursts / 2) seconds += now - begin;
        feedback.paused(now, now + 1);
        now += 1;
    }
    CHECK(seconds < 1.01 * kBursts / 2);
}

TEST_CASE("what lasts from pause to pause is an epoch if its speed varies") {
    Epochs epochs;
    double now = 1;
    const auto run = [&](double slowness) {
        for (int k = 0; k < 400; ++k) epochs.ended(now += 1e-3);
        for (int k = 0; k < 400; ++k) epochs.ended(now += 1e-3 * slowness);
        const auto burst = epochs.paused(now, now + 5, /*was_calm=*/true);
        now += 5;
        return burst;
    };
    CHECK(!run(1));
    CHECK(!epochs.by_bursts());
    run(3);
    CHECK(epochs.by_bursts());
    const auto burst = run(3);
    REQUIRE(burst);
    CHECK(burst->tasks == 800);
    CHECK(close(burst->seconds, 1.6, 1e-3));
    // One without an end in sight is cut into epochs again.
    bool ends = false;
    for (int k = 0; k < 20000; ++k)
        ends |= epochs.ended(now += 1e-3).has_value();
    CHECK(ends);
}
