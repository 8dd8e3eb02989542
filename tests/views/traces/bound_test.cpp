// Chains, slack and the bound of timelines whose answers are known.
#include "views/traces/timeline/bound.hpp"

#include <doctest/doctest.h>

#include <random>
#include <stdexcept>

#include "tests/views/traces/made_timeline.hpp"
#include "views/traces/timeline/chains.hpp"
#include "views/traces/timeline/summary.hpp"

namespace {

using namespace tasuki::trace;
using tasuki::test::MadeTimeline;

/// pack 10 -> message 20 -> matvec 30, beside an interior of 40, both -> merge.
MadeTimeline diamond() {
    MadeTimeline made{2};
    const int near = made.cpu(0), far = made.cpu(1);
    const int interior = made.task("interior", near, 0, 40);
    const int pack = made.task("pack", far, 0, 10);
    const int message = made.message(1, 0, 10, 30, {pack});
    const int matvec = made.task("matvec", near, 40, 70, {}, {message});
    made.task("merge", near, 70, 75, {interior, matvec});
    return made;
}

PhaseSlack slack_of(const std::vector<PhaseSlack>& all,
                    const std::string& phase) {
    for (const PhaseSlack& slack : all)
        if (slack.phase == phase) return slack;
    throw std::out_of_range(phase);
}

Bound bound_of(MadeTimeline& made) {
    const auto s = summarize(made.get());
    return s.bound;
}

}  // namespace

TEST_CASE("what is not on the longest chain has slack, the rest none") {
    auto made = diamond();
    const auto slack = chains_of(made.get(), 2).slack;
    REQUIRE(slack.size() == 5);
    // 10 + 20 + 30 + 5 against 40 + 5.
    CHECK(slack_of(slack, "interior").least == 20);
    CHECK(slack_of(slack, "interior").critical == 0);
    for (const char* phase : {"pack", "message", "matvec", "merge"}) {
        CAPTURE(phase);
        CHECK(slack_of(slack, phase).least == 0);
        CHECK(slack_of(slack, phase).most == 0);
        CHECK(slack_of(slack, phase).critical == 1);
        CHECK(slack_of(slack, phase).count == 1);
    }
    CHECK(slack.front().phase == "pack");
    CHECK(slack.back().phase == "message");
    CHECK(chains_of(made.get(), 3).slack.empty());
}

TEST_CASE("a chain of dependent tasks bounds the time, data moves at once") {
    auto made = diamond();
    const auto bound = bound_of(made);
    CHECK(bound.chain == 45);  // interior, merge; and 10 + 30 + 5 also
    CHECK(bound.area == 75);   // 40 + 30 + 5 on one worker
    CHECK(bound.area_rank == 0);
    CHECK_FALSE(bound.by_chain());
    CHECK(bound.time() == 75);
}

TEST_CASE("a chain counts each task as the shortest of its class") {
    MadeTimeline made;
    const int cpu = made.cpu(), gpu = made.gpu(), other = made.gpu(0, 1);
    const int first = made.task("interior", cpu, 0, 100);
    made.task("interior", gpu, 0, 10);
    made.task("interior", other, 100, 120, {first});
    const auto bound = bound_of(made);
    CHECK(bound.chain == 20);
    // Another class is not shorter for it.
    made.get().tasks[0].bytes = 9;
    CHECK(bound_of(made).chain == 110);
}

TEST_CASE("the area bound shares work out as well as the speeds allow") {
    // 8 of 10 on the GPU, 40 on the CPU: (8 - x) 10 = 40 x gives 64.
    MadeTimeline made;
    const int gpu = made.gpu(), cpu = made.cpu();
    for (int k = 0; k < 7; ++k) made.task("interior", gpu, 10 * k, 10 * k + 10);
    made.task("interior", cpu, 0, 40);
    CHECK(bound_of(made).area == 64);
    // What never ran on the CPU stays on the GPU: (8 - x) 10 + 100 = 40 x.
    made.task("merge", gpu, 70, 170);
    CHECK(bound_of(made).area == 144);
}

TEST_CASE("other iterations count only as far as they ran meanwhile") {
    MadeTimeline made;
    const int cpu = made.cpu(), gpu = made.gpu();
    made.iteration(1);
    const int warm = made.task("interior", cpu, 0, 1000);
    made.task("merge", gpu, 500, 1050);
    made.iteration(2);
    made.task("interior", cpu, 1000, 1010, {warm});
    made.task("merge", gpu, 1050, 1080);
    // From 1050, when iteration 1 was done, to 1080.
    CHECK(bound_of(made).chain == 30);
    CHECK(bound_of(made).area == 30);
    MadeTimeline empty;
    CHECK(bound_of(empty).time() == 0);

    // From 1000 to 1110: 1/11 of a merge of 1100 on a GPU, one of 110 on the
    // CPU, and 60 of an interior: (1100 x + 60) / 2 = 110 (12/11 - x) is 105.
    MadeTimeline parts;
    const int team = parts.cpu(), stream = parts.gpu(), other = parts.gpu(0, 1);
    parts.task("merge", team, 1000, 1110);
    parts.iteration(3);
    parts.task("merge", stream, 0, 1100);
    parts.task("interior", other, 1050, 5000);
    CHECK(bound_of(parts).area == 105);
}

TEST_CASE("no schedule is shorter than its own bound") {
    std::mt19937 random{1};
    for (int run = 0; run < 200; ++run) {
        CAPTURE(run);
        MadeTimeline made;
        const int cpu = made.cpu(), gpu = made.gpu();
        const std::vector<int> lanes{gpu, made.gpu_faces(), cpu};
        std::vector<Time> free(3);
        std::vector<Time> ends;
        for (int k = 0; k < 30; ++k) {
            std::vector<int> after;
            Time start = 0;
            for (int other = 0; other < k; ++other)
                if (random() % 8 == 0) {
                    after.push_back(other);
                    start = std::max(start, ends[other]);
                }
            const auto lane = random() % 3;
            start = std::max(start, free[lane]);
            const Time end = start + 1 + static_cast<Time>(random() % 50);
            free[lane] = end;
            ends.push_back(end);
            made.task(random() % 2 == 0 ? "interior" : "merge", lanes[lane],
                      start, end, after);
        }
        const auto bound = bound_of(made);
        CHECK(bound.chain <= made.get().length);
        CHECK(bound.area <= made.get().length);
        CHECK(bound.time() > 0);
    }
}
