// Numbers that `tasuki bench` and `tasuki tasks` derive, and that users quote:
// METG, lower bounds, regrets, ratios of bandwidths, and placements of kernels.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "drivers/policies/bench/regret.hpp"
#include "drivers/tasks/bench/metg.hpp"
#include "drivers/tasks/graphs/bound.hpp"
#include "drivers/tasks/graphs/execution.hpp"
#include "drivers/tasks/graphs/places.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/refusal.hpp"

namespace {

using namespace tasuki::drivers;
using tasuki::runtime::Where;
using tasuki::test::close;
namespace bench_policies = tasuki::drivers::policies;

constexpr double kIteration = 1e-9;  // [s]

/// Each task costs `overhead` [s] more than it computes.
std::vector<Sample> runtime_with(double overhead, int largest, int smallest) {
    std::vector<Sample> samples;
    for (int n = largest; n >= smallest; n /= 2)
        samples.push_back({n, overhead + n * kIteration});
    return samples;
}

using Use = LowerBound::Use;
constexpr std::array<char, 4> kArrays{};

Use reads(std::size_t k) {
    return {&kArrays.at(k), true, false};
}
Use writes(std::size_t k) {
    return {&kArrays.at(k), false, true};
}

double critical_path(const std::vector<std::vector<Use>>& tasks) {
    LowerBound bound;
    for (const auto& uses : tasks) bound.add(1, 2, uses);
    return bound.find(1, 1).critical_path;
}

/// The oracle takes 4 s; `first` that time, `second` 3 s; `never` has not run.
bench_policies::Case made_case(const std::string& graph, double first) {
    return {"m",
            graph,
            {{"gpu", {6, 6, 6}}, {"cpu", {9, 4, 1}}, {"split:0.1", {}}},
            {{"first", {first, first, 100}, {{20, 9, 5}, {12, 8, 4}}},
             {"second", {3}},
             {"never", {}}}};
}

const std::vector<std::string> kKernels{"a", "b"};

/// 'c' or 'g' for each of the next tasks of a kernel, '?' where it is free.
std::string next_of(Places& places, const std::string& kernel, int count) {
    std::string text;
    for (int k = 0; k < count; ++k) {
        const auto where = places.next(kernel);
        text += !where ? '?' : *where == Where::cpu ? 'c' : 'g';
    }
    return text;
}

}  // namespace

TEST_CASE("a task that is half overhead has the METG") {
    for (const double overhead : {3e-7, 7.3e-6}) {
        CAPTURE(overhead);
        auto samples = runtime_with(overhead, 1 << 20, 1);
        const Metg metg = find_metg(samples);
        CHECK(metg.reached);
        // Between powers of 2 a logarithm is off by a few percent.
        CHECK(close(metg.seconds, 2 * overhead, 0.05));
        CHECK(close(peak_rate(samples), 1 / kIteration, 0.01));
        // A disturbance of large tasks changes nothing.
        samples[3].granularity *= 10;
        CHECK(find_metg(samples).seconds == metg.seconds);
    }
    // A runtime that stays efficient has an upper bound only.
    const Metg bound = find_metg(runtime_with(0, 1 << 10, 1 << 3));
    CHECK(!bound.reached);
    CHECK(bound.seconds == 8 * kIteration);
}

TEST_CASE("no assignment of whole tasks takes less than the area bound") {
    std::mt19937 random{7};
    const auto between = [&](double low, double high) {
        return low + (high - low) * random() / 4294967296.0;
    };
    for (int graph = 0; graph < 20; ++graph) {
        constexpr unsigned kTasks = 8;
        std::vector<std::array<double, 2>> tasks;  // [s] on a CPU, on a GPU
        LowerBound bound;
        for (unsigned k = 0; k < kTasks; ++k) {
            tasks.push_back({between(1, 10), between(1, 3)});
            bound.add(tasks.back()[0], tasks.back()[1], {});
        }
        double least = 1e9;
        for (unsigned set = 0; set < 1U << kTasks; ++set) {
            double cpus = 0, gpus = 0;
            for (unsigned k = 0; k < kTasks; ++k)
                (set >> k & 1U ? cpus : gpus) +=
                    tasks[k][set >> k & 1U ? 0 : 1];
            least = std::min(least, std::max(cpus / 3, gpus / 2));
        }
        const double area = bound.find(3, 2).area;
        CHECK(area <= least);
        CHECK(area > 0.8 * least);
    }
}

TEST_CASE("the critical path is that of the arrays") {
    CHECK(critical_path({}) == 0);
    CHECK(critical_path({{writes(0)}, {writes(1)}}) == 1);
    CHECK(critical_path({{writes(0)}, {reads(0)}, {reads(0)}}) == 2);
    // What is read must not be overwritten before.
    CHECK(critical_path({{reads(0), writes(1)}, {writes(0)}}) == 2);
    CHECK(critical_path({{writes(0)},
                         {reads(0), writes(1)},
                         {reads(0), writes(2)},
                         {reads(1), reads(2), writes(3)}}) == 3);
}

TEST_CASE("an array that no task has written is found") {
    tasuki::runtime::Context context{{.cpus = 1, .gpus = 0}};
    const tasuki::runtime::Array<double> array{context, 4, 0.0};
    const Use use{array.raw(), true, true};
    Reference reference;
    reference.check();  // nothing was to be written
    reference.add(0, {&use, 1}, array);
    CHECK_THROWS_AS(reference.check(), tasuki::runtime::NumericsError);
}

TEST_CASE("a regret is against the oracle, and below 0 for who beats it") {
    const auto one = made_case("g", 5);
    REQUIRE(one.oracle() != nullptr);
    CHECK(one.oracle()->name == "cpu");
    CHECK(one.oracle()->median() == 4);
    CHECK(close(*one.regret("first"), 0.25, 1e-15));
    CHECK(close(*one.regret("second"), -0.25, 1e-15));
    CHECK_FALSE(one.regret("never").has_value());
    CHECK_FALSE(one.regret("nobody").has_value());
    // Means of the first two iterations: 14.5 and 10; their median is 12.25.
    CHECK(close(*one.regret_of_first("first", 2), 12.25 / 4 - 1, 1e-15));
    CHECK_FALSE(one.regret_of_first("first", 4).has_value());
    CHECK_FALSE(one.regret_of_first("second", 1).has_value());
    // Settled when the slowest process is: 4.3 is over 5 % more than 4.
    const bench_policies::Measured measured{
        "p", {5, 4}, {{20, 5, 5.2, 5}, {4, 4, 4.3, 4}}};
    CHECK(*measured.settled() == 4);
}

TEST_CASE("a summary has the median and the worst regret, and where") {
    const std::vector cases{made_case("a", 5), made_case("b", 6),
                            made_case("c", 2)};
    const auto all =
        bench_policies::summarize(cases, {"first", "never", "second"});
    REQUIRE(all.size() == 2);
    CHECK(all[0].policy == "first");
    CHECK(all[0].cases == 3);
    CHECK(close(all[0].median, 0.25, 1e-15));
    CHECK(close(all[0].worst, 0.5, 1e-15));
    CHECK(all[0].worst_case == &cases[1]);
    const std::vector slow{made_case("a", 3.02), made_case("b", 3.3),
                           made_case("c", 6)};
    const auto behind = bench_policies::behind_others(slow, "first", 0.01);
    REQUIRE(behind.size() == 2);
    CHECK(behind[0].where == &slow[2]);
    CHECK(behind[0].faster == "second");
    CHECK(close(behind[0].part, 1, 1e-15));
    CHECK(behind[1].where == &slow[1]);
}

TEST_CASE("a placement says where the tasks of each kernel go") {
    auto dynamic = Places::parse("dynamic", kKernels);
    CHECK(next_of(dynamic, "a", 2) == "??");
    auto gpu = Places::parse("gpu,b=cpu", kKernels);
    CHECK(next_of(gpu, "a", 2) == "gg");
    CHECK(next_of(gpu, "b", 2) == "cc");
    CHECK(next_of(gpu, "join", 1) == "?");
    // A part of a kernel's tasks is spread over an iteration.
    auto places = Places::parse("gpu,a=0.3,b=1", kKernels);
    CHECK(next_of(places, "a", 10) == "gggcggcggc");
    CHECK(next_of(places, "b", 2) == "cc");
    places.begin_iteration();
    CHECK(next_of(places, "a", 4) == "gggc");
    CHECK(placements_by_kernel(kKernels) ==
          std::vector<std::string>{"gpu", "gpu,a=cpu", "gpu,b=cpu", "cpu"});
    for (const char* text : {"", "gpu,", "fpga", "c=cpu", "a=1.5", "a=nan",
                             "dynamic,a=cpu", "a"}) {
        CAPTURE(text);
        CHECK_REFUSAL(Places::parse(text, kKernels), "--placement", "a, b");
    }
}
