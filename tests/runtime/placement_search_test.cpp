// The search for placements, on machines that are made up: a time of a run for
// each placement.
#include "runtime/graph/placement_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <utility>

#include "tests/close.hpp"

namespace {

using tasuki::runtime::detail::PlacementSearch;
using tasuki::test::close;
using Class = PlacementSearch::Class;
using Placement = PlacementSearch::Placement;

/// A graph that runs again and again.
class RepeatedGraph {
  public:
    /// Time of a run [s].
    using Model = std::function<double(const Placement&)>;
    RepeatedGraph(std::initializer_list<Class> classes, Model model,
                  std::initializer_list<PlacementSearch::Shared> shared = {})
        : model_{std::move(model)} {
        search_.add(classes, shared);
    }
    /// @return  mean time of a run [s]
    double run(int runs) {
        double all = 0;
        for (int k = 0; k < runs; ++k) {
            const double seconds = model_(search_.placement());
            all += seconds;
            sum_ += seconds;
            if (++count_ < search_.runs()) continue;
            const double mean = std::exchange(sum_, 0) /
                                static_cast<double>(std::exchange(count_, 0));
            search_.is_settled() ? search_.watch(mean) : search_.see(mean);
        }
        return all / runs;
    }
    /// @return  runs until it has settled
    int settle(int most = 100000) {
        int runs = 0;
        for (; runs < most && !search_.is_settled(); ++runs) run(1);
        return runs;
    }
    void become(Model model) { model_ = std::move(model); }
    const Placement& best() const { return search_.best(); }
    PlacementSearch& search() { return search_; }

  private:
    PlacementSearch search_;
    Model model_;
    double sum_ = 0;
    int count_ = 0;
};

/// Parts of a class on a GPU and on CPUs at the same time.
double divided(int on_cpus, int parts, double gpu, double cpu) {
    return std::max(gpu * (parts - on_cpus), cpu * on_cpus);
}

double light_loses(const Placement& p) {
    return 1e-3 * (1 + 0.3 * p[0] + 20 * p[1]);
}
double light_wins(const Placement& p) {
    return 1e-3 * (1 - 0.1 * p[0] + 20 * p[1]);
}

const Class kLight{"faces", 10, 1}, kHeavy{"interior", 20, 1};

}  // namespace

TEST_CASE("what helps on CPUs goes there, and only that") {
    RepeatedGraph graph{{kLight, kHeavy}, light_wins};
    graph.settle();
    CHECK(graph.best() == Placement{1, 0});
    CHECK(close(graph.run(1000), 0.9e-3, 1e-12));
}

TEST_CASE("where CPUs do not help, trials take a small part of the time") {
    RepeatedGraph graph{{kLight, kHeavy}, light_loses};
    CHECK(graph.run(20000) < 1.02e-3);
    CHECK(graph.best() == Placement{0, 0});
    CHECK(graph.search().is_settled());
}

TEST_CASE("runs with the best placement come between trials that cost much") {
    RepeatedGraph graph{{{"a", 1, 1},
                         {"b", 2, 1},
                         {"c", 3, 1},
                         {"d", 4, 1},
                         {"e", 5, 1},
                         {"f", 6, 1}},
                        [](const Placement& p) {
                            return 1e-2 * (1 + 0.9 * std::ranges::count(p, 1));
                        }};
    CHECK(graph.run(300) < 1.05e-2);
}

TEST_CASE("nothing is tried whose data travel longer than a run takes") {
    int tried[3] = {};
    const auto time = [&tried](const Placement& p) {
        for (int c = 0; c < 3; ++c) tried[c] = std::max(tried[c], p[c]);
        return 1e-3;
    };
    constexpr auto kFixed = PlacementSearch::Shared::kFixed;
    // GPUs read each part of `a`, which travels a third of a run's time; `b`
    // reads what GPUs write; `c` and GPUs only write the same array.
    RepeatedGraph graph{
        {{"a", 1, 8}, {"b", 2, 1}, {"c", 3, 1}},
        time,
        {{0, 3.3e-4, {{0, 0, 8, false, true}, {kFixed, 0, 1, true, false}}},
         {0, 3.3e-4, {{0, 1, 8, false, true}, {kFixed, 0, 1, true, false}}},
         {0, 3.3e-4, {{0, 2, 8, false, true}, {kFixed, 0, 1, true, false}}},
         {0, 1e-2, {{1, 0, 1, true, false}, {kFixed, 0, 1, false, true}}},
         {0, 1e-2, {{2, 0, 1, false, true}, {kFixed, 0, 1, false, true}}}}};
    graph.settle();
    CHECK(tried[0] == 2);
    CHECK(tried[1] == 0);
    CHECK(tried[2] == 1);
}

TEST_CASE("what needs much memory of the host is tried late, or not at all") {
    // A field of 1 GB: 0.5 s for the host, so after 25 s of runs.
    constexpr auto kFixed = PlacementSearch::Shared::kFixed;
    const auto with_field = [&] {
        return RepeatedGraph{
            {{"sum", 30, 1}},
            [](const Placement& p) { return 1e-2 - 2e-3 * p[0]; },
            {{1e9, 0, {{0, 0, 1, true, false}, {kFixed, 0, 1, false, true}}}}};
    };
    RepeatedGraph graph = with_field();
    graph.run(2400);
    CHECK(graph.best() == Placement{0});
    CHECK(!graph.search().is_settled());
    graph.run(200);
    CHECK(graph.best() == Placement{1});
    RepeatedGraph warms = with_field();
    warms.search().set_warming(true);
    CHECK(warms.settle() < 100);
    CHECK(warms.best() == Placement{0});
}

TEST_CASE("while a program warms up, trials do not wait for each other") {
    // The trial of the heavy class costs 90 ms more than a run, of which 30 are
    // free: 3 s of runs with the best placement pay for the others.
    const auto time = [](const Placement& p) { return 10e-3 + 90e-3 * p[1]; };
    RepeatedGraph waits{{kLight, kHeavy}, time};
    RepeatedGraph warms{{kLight, kHeavy}, time};
    warms.search().set_warming(true);
    CHECK(warms.settle() < waits.settle() / 4);
    CHECK(warms.best() == waits.best());
}

TEST_CASE("what is hopeless runs once") {
    int runs = 0;
    RepeatedGraph graph{{kHeavy}, [&](const Placement& p) {
                            runs += p[0];
                            return p[0] > 0 ? 10.0 : 1e-3;
                        }};
    graph.settle(10000000);
    CHECK(graph.best() == Placement{0});
    CHECK(runs == 1);
    // Nor is it a part of what moves together.
    runs = 0;
    RepeatedGraph both{{kLight, kHeavy}, [&](const Placement& p) {
                           runs += p[1];
                           return p[1] > 0 ? 10.0 : light_loses(p);
                       }};
    both.settle(10000000);
    CHECK(runs == 1);
}

TEST_CASE("what is no faster ends after some tens of runs") {
    RepeatedGraph graph{{kLight, kHeavy},
                        [](const Placement&) { return 10e-3; }};
    CHECK(graph.settle() < 60);
}

TEST_CASE("a class is divided between GPUs and CPUs") {
    for (const auto& [gpu, cpu] :
         {std::pair{1e-3, 3e-3}, {1e-3, 1e-3}, {1e-3, 0.2e-3}, {1e-3, 20e-3}})
        for (const int parts : {2, 7, 24, 500}) {
            CAPTURE(cpu);
            CAPTURE(parts);
            const auto time = [=](const Placement& p) {
                return divided(p[0], parts, gpu, cpu);
            };
            RepeatedGraph graph{{{"work", 20, parts}}, time};
            graph.settle(1000000);
            double best = 1;
            for (int k = 0; k <= parts; ++k) best = std::min(best, time({k}));
            CHECK(time(graph.best()) < 1.04 * best);
        }
}

TEST_CASE("what helps only together is found") {
    RepeatedGraph both{{{"faces", 10, 2}}, [](const Placement& p) {
                           return p[0] == 2 ? 0.9e-3 : 1e-3 * (1 + 0.03 * p[0]);
                       }};
    both.settle();
    CHECK(both.best() == Placement{2});
    // Blocks whose data cross the bus where the two kernels are apart.
    const auto time = [](const Placement& p) {
        return divided(p[0], 8, 1e-4, 3e-4) + divided(p[1], 8, 1e-4, 3e-4) +
               3e-4 * std::abs(p[0] - p[1]);
    };
    RepeatedGraph graph{{{"step", 20, 8}, {"edges", 12, 8}}, time};
    graph.settle();
    CHECK(graph.best() == Placement{2, 2});
    // All but the heaviest.
    RepeatedGraph light{
        {{"pack", 12, 1}, {"merge", 11, 1}, kHeavy}, [](const Placement& p) {
            return 1e-3 * (p[0] != p[1] ? 1.2 : 1 - 0.1 * p[0]) + 0.1 * p[2];
        }};
    light.settle();
    CHECK(light.best() == Placement{1, 1, 0});
}

TEST_CASE("it begins again when runs become slower, and finds what is better") {
    RepeatedGraph graph{{kLight, kHeavy}, light_wins};
    graph.settle();
    graph.become([](const Placement& p) {
        return 1.3 * light_loses(p);  // the CPUs have become busy
    });
    graph.run(5000);
    CHECK(graph.best() == Placement{0, 0});
    CHECK(graph.search().is_settled());
    CHECK(close(graph.run(1000), 1.3e-3, 1e-12));
}

TEST_CASE("it does not begin again for some slow runs") {
    int run = 0;
    RepeatedGraph graph{{kLight, kHeavy}, [&run](const Placement& p) {
                            return light_wins(p) * (++run % 10 == 0 ? 5 : 1);
                        }};
    graph.settle();
    for (int k = 0; k < 10000; ++k) {
        graph.run(1);
        REQUIRE(graph.search().is_settled());
    }
}

TEST_CASE("it finds what helps on a machine that others use") {
    int found = 0, wrong = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937 random{seed};
        std::uniform_real_distribution<double> noise{1, 1.3};
        std::bernoulli_distribution is_stolen{0.1};
        RepeatedGraph graph{{kLight, kHeavy}, [&](const Placement& p) {
                                return 20 * light_wins(p) * noise(random) +
                                       (is_stolen(random) ? 10e-3 : 0);
                            }};
        graph.run(5000);
        found += graph.best()[0];
        wrong += graph.best()[1];
    }
    CHECK(found >= 16);
    CHECK(wrong == 0);
}

TEST_CASE("graphs that join have their classes in common") {
    PlacementSearch search;
    const auto even = search.add(std::vector<Class>{kLight, kHeavy});
    const auto odd = search.add(std::vector<Class>{kHeavy, {"norm", 9, 1}});
    CHECK(even == std::vector<std::size_t>{0, 1});
    CHECK(odd == std::vector<std::size_t>{1, 2});
    CHECK(search.best() == Placement{0, 0, 0});
    CHECK(!search.is_settled());
    CHECK(!PlacementSearch{}.has_choice());
    CHECK(PlacementSearch{}.is_settled());
}
