// Graphs of several ranks, whose time follows from the numbers of the machine
// in ranks_program.cpp.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <sstream>
#include <string>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;

namespace {

constexpr std::int64_t kLatency = 10'000;  // of the network [ns]
/// 8 MB of traffic at 50 GB/s, and the look for it.
constexpr std::int64_t kTask = 160'000 + 1'000;
/// StarPU-MPI sends 64 bytes that announce it, and then the 4 MB; at 8 GB/s.
constexpr std::int64_t kMessage = 2 * kLatency + 8 + 500'000;

struct Result {
    std::int64_t nanoseconds = -1;
    double sum_of_ones = 0, sum_of_ranks = 0, largest_rank = 0;
    std::string text_of_last;
};

CliResult run(const std::string& graph, int ranks) {
    return run_command(
        "STARPU_SIMGRID_TASK_SUBMIT_COST=0 STARPU_SIMGRID_TASK_PUSH_COST=0 "
        "STARPU_SIMGRID_FETCHING_INPUT_COST=0 " TASUKI_TEST_RANKS " " +
        graph + " " + std::to_string(ranks));
}

Result result_of(const std::string& graph, int ranks) {
    Result r;
    std::istringstream out{run(graph, ranks).out};
    out >> r.nanoseconds >> r.sum_of_ones >> r.sum_of_ranks >> r.largest_rank >>
        r.text_of_last;
    return r;
}

/// All ranks hear of all: what the barrier after a graph takes.
std::int64_t meeting(int ranks) {
    return kLatency * std::bit_width(static_cast<unsigned>(ranks - 1));
}

std::int64_t time_of(const std::string& graph, int ranks) {
    return result_of(graph, ranks).nanoseconds - meeting(ranks);
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
        CHECK(result.text_of_last == std::to_string(ranks - 1));
    }
}

TEST_CASE("a message takes two latencies and its bytes over the bandwidth") {
    for (const int ranks : {2, 8}) CHECK(time_of("message", ranks) == kMessage);
}

TEST_CASE("a chain over ranks: tasks, and messages between them") {
    for (const int ranks : {2, 3, 8})
        CHECK(time_of("chain", ranks) ==
              ranks * kTask + (ranks - 1) * kMessage);
}

TEST_CASE("a ring over ranks: as many tasks as messages") {
    for (const int ranks : {2, 3, 8})
        CHECK(time_of("ring", ranks) == ranks * (kTask + kMessage));
}

TEST_CASE("messages in both directions, and on all links, pass at once") {
    for (const int ranks : {2, 3, 8})
        CHECK(time_of("shift", ranks) == kMessage);
}

TEST_CASE("one rank is simulated without messages") {
    CHECK(time_of("chain", 1) == kTask);
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
    CHECK(run("nothing", 0).code == 2);
}
