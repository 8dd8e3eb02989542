// How much of the exchange overlaps with computation.
#include <doctest/doctest.h>

#include "tests/views/traces/made_timeline.hpp"
#include "views/traces/timeline/summary.hpp"

namespace {

using namespace tasuki::trace;
using tasuki::test::MadeTimeline;

/// A message of 100 ns to rank 1, which computes an interior from `start` on.
double percent_hidden(Time start, int rank_of_interior = 1) {
    MadeTimeline made{2};
    const int lanes[] = {made.cpu(0), made.cpu(1)};
    const int pack = made.task("pack", lanes[0], 0, 100);
    made.message(0, 1, 100, 200, {pack});
    made.task("interior", lanes[rank_of_interior], start, start + 100);
    return hidden_percent(summarize(made.get()));
}

}  // namespace

TEST_CASE("all, a half, or nothing of a message overlaps with an interior") {
    CHECK(percent_hidden(100) == 100);
    CHECK(percent_hidden(150) == 50);
    CHECK(percent_hidden(200) == 0);
    // The sender's own work hides nothing from who waits for it.
    CHECK(percent_hidden(100, 0) == 0);
}

TEST_CASE("a transfer overlaps with any task of its rank, counted once") {
    MadeTimeline made;
    const int gpu = made.gpu(), cpu = made.cpu();
    made.task("interior", gpu, 0, 100);
    made.task("interior", cpu, 50, 100);
    made.transfer(0, 1, 50, 150);
    CHECK(hidden_percent(summarize(made.get())) == 50);
    made.task("kick", gpu, 100, 125);  // of any phase
    CHECK(hidden_percent(summarize(made.get())) == 75);
}
