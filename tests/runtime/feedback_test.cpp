// Learning of places, on machines that are simulated: a time per epoch for each
// assignment.
#include "runtime/policy/feedback.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/close.hpp"

namespace {

using tasuki::runtime::Feedback;
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
}

TEST_CASE("it settles when it has tried all places") {
    Machine machine{faces_lose};
    CHECK(machine.is_settled());  // it knows nothing yet that it could move
    machine.run(20);
    CHECK(!machine.is_settled());
    machine.run(3000);
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
}

TEST_CASE("tasks of one class are divided among a GPU and CPUs") {
    // 100 ms on the GPU alone; on both 36 tasks there, 4 on each CPU.
    Burst burst{16, 8, 100};
    for (int k = 0; k < 6; ++k) burst.run();
    CHECK(burst.run() < 50e-3);
}

TEST_CASE("not all kinds of tasks are tried on CPUs that are far slower") {
    constexpr double gpu = 1e-3, cpu = 60e-3;
    constexpr Feedback::Class kinds = 40;
    Feedback feedback;
    double now = 10, on_cpus = 0;
    for (int step = 0; step < 400; ++step)
        for (Feedback::Class c = 0; c < kinds; ++c) {
            if (step == 0) feedback.add(c, 1e6 + 1e3 * c, "work");
            auto kind = feedback.place(c);
            if (kind == Kind::either)
                kind = feedback.places().choose(c, 1, 0, 0);
            const double seconds = kind == Kind::cpu ? cpu : gpu;
            if (kind == Kind::cpu) on_cpus += seconds;
            feedback.places().took(c, kind, 1, seconds);
            feedback.ended(c, now += seconds);
        }
    CHECK(on_cpus > 0);
    CHECK(on_cpus < 0.3);  // of 16 s; one of each takes 2.4
}

TEST_CASE("they stay on the GPU where CPUs are too slow") {
    Burst burst{4, 1000, 100};  // a task takes ten times as long as all
    for (int k = 0; k < 100; ++k) burst.run();
    CHECK(close(burst.run(), 100e-3, 1e-3));
}

TEST_CASE("what helps is found where other programs make epochs unlike") {
    int found = 0, wrong = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937 random{seed};
        std::uniform_real_distribution<double> noise{1, 1.5};
        Machine machine{[&](bool minus, bool plus, bool, bool) {
            return 1e-2 * (1 - 0.3 * minus + 0.3 * plus) * noise(random);
        }};
        for (int k = 0; k < 1000; ++k) {
            machine.run(5);
            machine.pause(1e-3);
        }
        found += machine.faces_on_cpu().first;
        wrong += machine.faces_on_cpu().second;
    }
    CHECK(found >= 15);
    CHECK(wrong <= 1);
}
