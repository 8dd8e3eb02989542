// Graphs of several ranks, whose time follows from the numbers of the machine
// in ranks_program.cpp.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;

namespace {

constexpr std::int64_t kLatency = 10'000;  // of the network [ns]
/// 8 MB of traffic at 50 GB/s, the look for it, and what a task costs a CPU
/// worker (runtime::TaskCosts).
constexpr std::int64_t kLook = 1'000, kCost = 3'600;
constexpr std::int64_t kTask = 160'000 + kLook + kCost;
/// StarPU-MPI sends 64 bytes that announce it, and then the 4 MB; at 8 GB/s.
constexpr std::int64_t kMessage = 2 * kLatency + 8 + 500'000;
/// The same through the memory of a node, at half of its 100 GB/s.
constexpr double kNear = 1.28 + 80'000;

struct Result {
    std::int64_t nanoseconds = -1;
    double sum_of_ones = 0, sum_of_ranks = 0, largest_rank = 0;
    std::vector<std::string> places{};
};

CliResult run(const std::string& graph, int ranks, int each = 1, int gpus = 0) {
    return run_command(
        "STARPU_SIMGRID_TASK_SUBMIT_COST=0 STARPU_SIMGRID_TASK_PUSH_COST=0 "
        "STARPU_SIMGRID_FETCHING_INPUT_COST=0 " TASUKI_TEST_RANKS " " +
        graph + " " + std::to_string(ranks) + " " + std::to_string(each) + " " +
        std::to_string(gpus));
}

Result result_of(const std::string& graph, int ranks, int each = 1,
                 int gpus = 0) {
    Result r;
    std::istringstream out{run(graph, ranks, each, gpus).out};
    out >> r.nanoseconds >> r.sum_of_ones >> r.sum_of_ranks >> r.largest_rank;
    for (std::string place; out >> place;) r.places.push_back(place);
    return r;
}

/// All nodes hear of all: what the barrier after a graph takes.
std::int64_t meeting(int nodes) {
    return kLatency * std::bit_width(static_cast<unsigned>(nodes - 1));
}

std::int64_t time_of(const std::string& graph, int ranks, int each = 1) {
    return result_of(graph, ranks, each).nanoseconds -
           meeting((ranks + each - 1) / each);
}

}  // namespace

TEST_CASE("ranks meet in as many messages as it takes to hear of all") {
    for (const int ranks : {2, 3, 5, 8}) {
        CAPTURE(ranks);
        const auto result = result_of("nothing", ranks);
        CHECK(result.nanoseconds == meeting(ranks));
        CHECK(result.sum_of_ones == ranks);
        CHECK(result.sum_of_ranks == ranks * (ranks - 1) / 2);
        CHECK(result.largest_rank == ranks - 1);
        CHECK(result.places.size() == ranks);
        CHECK(result.places.back() ==
              "node-" + std::to_string(ranks - 1) + ":0:1:2:3,GPU0,GPU1,GPU2");
    }
}

TEST_CASE("tasks and messages follow each other, or pass at once") {
    // A message takes two latencies and its bytes over the bandwidth.
    CHECK(time_of("chain", 1) == kTask);
    for (const int ranks : {2, 3, 8}) {
        CAPTURE(ranks);
        CHECK(time_of("message", ranks) == kMessage);
        CHECK(time_of("chain", ranks) ==
              ranks * kTask + (ranks - 1) * kMessage);
        CHECK(time_of("shift", ranks) == kMessage);  // in both directions
    }
}

TEST_CASE("ranks of a node share its CPUs and GPUs as real ones do") {
    const auto result = result_of("nothing", 5, 2, 1);
    CHECK(result.nanoseconds == meeting(3));
    CHECK(result.places ==
          std::vector<std::string>{"node-0:0:1,GPU0", "node-0:2:3,GPU1,GPU2",
                                   "node-1:0:1,GPU0", "node-1:2:3,GPU1,GPU2",
                                   "node-2:0:1:2:3,GPU0,GPU1,GPU2"});
}

TEST_CASE("ranks of a node compute at once, each with its part of the CPUs") {
    for (const int each : {2, 4}) {
        const auto task = each * (kTask - kLook - kCost) + kLook + kCost;
        CHECK(time_of("chain", each, each) ==
              each * task + std::lround((each - 1) * kNear));
    }
}

TEST_CASE("messages inside a node pass at once, others through the network") {
    CHECK(time_of("shift", 4, 4) == time_of("message", 4, 4));
    CHECK(time_of("across", 4, 2) == kMessage);
}

TEST_CASE("ranks of a node do not share a GPU") {
    CHECK(run("nothing", 6, 3, 1).code == 0);
    for (const auto& [each, gpus] :
         {std::pair{4, 1}, std::pair{4, -1}, std::pair{2, 2}}) {
        const auto result = run("nothing", 4, each, gpus);
        CHECK(result.code == 3);
        CHECK(contains(result.log, std::to_string(each) + " ranks on a node"));
        CHECK(contains(result.log, "test has 3"));
    }
}

TEST_CASE("a rank that throws ends all with its exit code") {
    const auto result = run("failure", 3);
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(contains(result.log, "rank 1 has thrown"));
}

TEST_CASE("a message that nobody sends is a fault") {
    const auto result = run("silence", 2);
    CHECK(result.code == 70);
    CHECK(contains(result.log, "every task waits for another one"));
}

TEST_CASE("more ranks than nodes are refused") {
    const auto result = run("nothing", 9);
    CHECK(result.code == 3);
    CHECK(contains(result.log, "9 ranks"));
    CHECK(contains(result.log, "test has 8"));
    CHECK(run("nothing", 16, 2).code == 0);
    CHECK(contains(run("nothing", 17, 2).log, "17 ranks need 9 nodes"));
    CHECK(contains(run("nothing", 5, 5).log, "test has 4 cores"));
    CHECK(run("nothing", 2, 0).code == 2);
    CHECK(run("nothing", 0).code == 2);
}
