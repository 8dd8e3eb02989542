// Learning of places, on machines that are simulated: a time per epoch for each
// assignment.
#include "runtime/policy/feedback.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>

namespace {

using tasuki::runtime::Feedback;
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
        CHECK_FALSE(interior);
        CHECK_FALSE(pack);
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
    std::vector<std::string> news() { return feedback_.take_news(); }

  private:
    bool on_cpu(Feedback::Class c, double bytes, const char* name) {
        if (!feedback_.knows(c)) feedback_.add(c, bytes, name);
        return feedback_.place(c) == Kind::cpu;
    }

    Model seconds_;
    Feedback feedback_;
    double now_ = 100;
    bool minus_ = false, plus_ = false;
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

TEST_CASE("a class that appears later is tried too") {
    Machine machine{minus_wins};
    machine.run(100);
    Feedback feedback;
    feedback.add(7, 10, "early");
    CHECK(feedback.place(7) == Kind::gpu);
    feedback.add(8, 1000, "large");
    CHECK(feedback.place(8) == Kind::gpu);
    double now = 0;
    const auto step = [&] {
        const bool on_cpu = feedback.place(7) == Kind::cpu;
        now += on_cpu ? 0.5e-3 : 1e-3;
        feedback.ended(8, now);
        return on_cpu;
    };
    bool on_cpu = false;
    for (int k = 0; k < 3000; ++k) on_cpu = step();
    CHECK(on_cpu);
}
