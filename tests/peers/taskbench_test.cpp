// Task Bench's patterns are what they are defined to be, and every engine runs
// them with the same results.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "codelets/stream/grain/grain.hpp"
#include "peers/taskbench/engine.hpp"
#include "runtime/core/devices.hpp"
#include "tests/skip.hpp"

using namespace tasuki::peers::taskbench;
namespace grain = tasuki::stream::grain;

namespace {

/// Whether task (t, i) reads (t - 1, j), by the definition.
bool reads(Pattern pattern, int width, int t, int i, int j) {
    const int distance = std::abs(i - j);
    switch (pattern) {
        case Pattern::trivial:
            return false;
        case Pattern::no_comm:
            return distance == 0;
        case Pattern::stencil_1d:
            return distance <= 1;
        case Pattern::nearest:
            return distance <= 2;
        case Pattern::spread: {
            bool any = i == j;
            for (int k = 1; k < 5; ++k)
                any |= j == (i + k * width / 5 + t % 5) % width;
            return any;
        }
        case Pattern::fft: {
            int levels = 0;
            while (1 << levels < width) ++levels;
            if (levels == 0) return distance == 0;
            return distance == 0 || distance == 1 << ((t - 1) % levels);
        }
        case Pattern::tree:
            return j == i / 2;
        case Pattern::all_to_all:
            return true;
    }
    return false;
}

bool is_symmetric(Pattern pattern) {
    return pattern != Pattern::spread && pattern != Pattern::tree;
}

/// On CPUs, and on a GPU if there is one.
std::vector<std::pair<std::string, On>> engines_here() {
    std::vector<std::pair<std::string, On>> all;
    for (const auto& name : available_engines(On::cpu))
        all.emplace_back(name, On::cpu);
    if (tasuki::runtime::gpu_devices().empty())
        tasuki::test::skip_part("engines on a GPU: none is here");
    else
        for (const auto& name : available_engines(On::gpu))
            all.emplace_back(name, On::gpu);
    return all;
}

}  // namespace

TEST_CASE("every pattern is what its definition says") {
    for (const auto& name : pattern_names())
        for (const int width : {1, 2, 3, 5, 8, 13}) {
            CAPTURE(name);
            CAPTURE(width);
            const auto pattern = parse_pattern(name);
            CHECK(name_of(pattern) == name);
            const Graph graph{pattern, width, 12};
            int task = 0, before = 0, tasks_before = 0;
            for (int t = 0; t < 12; ++t) {
                const int columns = graph.columns(t);
                for (int i = 0; i < columns; ++i, ++task) {
                    CAPTURE(t);
                    CAPTURE(i);
                    std::vector<int> expected;
                    for (int j = 0; t > 0 && j < graph.columns(t - 1); ++j)
                        if (reads(pattern, width, t, i, j))
                            expected.push_back(j);
                    auto found = graph.reads(t, i);
                    const auto inputs = graph.inputs(task);
                    REQUIRE(inputs.size() == found.size());
                    for (std::size_t k = 0; k < found.size(); ++k)
                        CHECK(inputs[k] == before + found[k]);
                    std::ranges::sort(found);
                    CHECK(found == expected);
                    if (pattern != Pattern::all_to_all)
                        CHECK(found.size() <= std::size_t{kFewInputs});
                    if (t > 0 && is_symmetric(pattern))
                        for (const int j : found)
                            CHECK(std::ranges::count(graph.reads(t, j), i) ==
                                  1);
                }
                before += tasks_before;
                tasks_before = columns;
            }
            CHECK(task == graph.tasks());
        }
    // In steps 2 and 4 of `spread` a column comes round to itself.
    CHECK(Graph{Pattern::spread, 10, 5}.dependencies() == (5 + 4 + 5 + 4) * 10);
}

TEST_CASE("the result of a task depends on all that it is made of") {
    const auto result = [](std::uint64_t task, int iterations,
                           std::uint64_t first, std::uint64_t second) {
        auto hash = grain::seed({task, iterations});
        hash = grain::with_input(hash, first);
        return grain::compute(grain::with_input(hash, second), iterations);
    };
    const auto expected = result(3, 100, 1, 2);
    CHECK(result(3, 100, 1, 2) == expected);
    CHECK(result(4, 100, 1, 2) != expected);
    CHECK(result(3, 101, 1, 2) != expected);
    CHECK(result(3, 100, 2, 1) != expected);
    CHECK(result(3, 100, 1, 3) != expected);
    CHECK(grain::compute(7, 1 << 18) != grain::compute(7, (1 << 18) + 1));
}

TEST_CASE("all engines give the same bits for all patterns") {
    const auto serial = make_serial();
    for (const auto& [name, on] : engines_here()) {
        const auto engine = make_engine(name, on, 2);
        for (const auto& pattern : pattern_names())
            for (const int width : {1, 7, 16}) {
                CAPTURE(name);
                CAPTURE(pattern);
                CAPTURE(width);
                const Graph graph{parse_pattern(pattern), width, 30};
                serial->load(graph);
                engine->load(graph);
                // Twice: what a run leaves must not disturb the next.
                for (const int iterations : {0, 40}) {
                    CHECK(serial->run(iterations) > 0);
                    CHECK(engine->run(iterations) > 0);
                    CHECK(engine->results() == serial->results());
                }
            }
    }
}

TEST_CASE("a task may read as many columns as a graph can have") {
    const Graph graph{Pattern::all_to_all, kMostColumns, 2};
    const auto serial = make_serial();
    serial->load(graph);
    serial->run(1);
    for (const auto& [name, on] : engines_here()) {
        CAPTURE(name);
        const auto engine = make_engine(name, on, 2);
        engine->load(graph);
        engine->run(1);
        CHECK(engine->results() == serial->results());
    }
}
