// Two traces side by side: the figures, and what is said of them.
#include "views/traces/difference.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "json/json.hpp"
#include "tests/close.hpp"
#include "tests/views/traces/made_timeline.hpp"

namespace {

using namespace tasuki::trace;
using tasuki::Json;
using tasuki::test::close;
using tasuki::test::MadeTimeline;

/// An interior of 100 ns on the GPU and two matvecs of 20 ns at its begin, on
/// the CPU or, before the interior, on the GPU.
MadeTimeline run(bool matvec_on_gpu, Time interior = 100, Time wait = 0) {
    MadeTimeline made;
    const int gpu = made.gpu(), cpu = made.cpu();
    Time start = wait;
    if (matvec_on_gpu) {
        made.task("matvec", gpu, start, start + 20);
        made.task("matvec", gpu, start + 20, start + 40);
        start += 40;
    }
    const int k = made.task("interior", gpu, start, start + interior);
    if (!matvec_on_gpu) {
        made.task("matvec", cpu, 0, 20);
        made.task("matvec", cpu, 20, 40);
    }
    if (wait > 0) {
        made.transfer(0, 1, 0, wait);
        made.wait(gpu, k, 0, wait);
    }
    return made;
}

Difference difference(MadeTimeline a, MadeTimeline b) {
    const auto before = summarize(a.get()), after = summarize(b.get());
    return compare({a.get(), before}, {b.get(), after});
}

const DifferenceRow& row(const Difference& d, const std::string& name) {
    const auto at = std::ranges::find(d.rows, name, &DifferenceRow::name);
    if (at == d.rows.end()) throw std::out_of_range(name);
    return *at;
}

bool says(const Difference& d, const std::string& text) {
    return std::ranges::any_of(d.sentences, [&](const auto& sentence) {
        return sentence.find(text) != std::string::npos;
    });
}

}  // namespace

TEST_CASE("figures of both are side by side, and words say what moved") {
    const auto d = difference(run(false), run(true));
    CHECK(close(row(d, "iteration [ms]").before.value(), 1e-4, 1e-14));
    CHECK(close(row(d, "iteration [ms]").after.value(), 1.4e-4, 1e-14));
    CHECK(close(row(d, "iteration [ms]").change_percent(), 40, 1e-14));
    CHECK(row(d, "matvec on CPU [tasks]").before == 2);
    CHECK_FALSE(row(d, "matvec on CPU [tasks]").after);
    CHECK(row(d, "rank 0 CPU x4 busy [%]").before == 40);
    CHECK(row(d, "rank 0 CPU x4 busy [%]").after == 0);
    const auto j = to_json(d);
    CHECK(j["figures"].size() == d.rows.size());
    CHECK(j["changes"].size() == d.sentences.size());
    const auto& json = *std::ranges::find_if(j["figures"], [](const auto& f) {
        return f["name"] == "matvec on CPU [tasks]";
    });
    CHECK(json["before"] == 2);
    CHECK(json["after"].is_null());
    CHECK(d.sentences.front() ==
          "An iteration takes 140 ns instead of 100 ns: 40 % more.");
    CHECK(says(d, "matvec moved from CPU x4 to GPU 0: 100 % of its tasks"));
    CHECK(says(d, "CPU x4 is idle for 100 % of the time, before 60 %."));
    CHECK_FALSE(says(d, "interior moved"));
}

TEST_CASE("words say how long a worker waits, what moves and who takes part") {
    const auto d = difference(run(false, 100, 25), run(false, 80));
    CHECK(says(d, "GPU 0 waits for data for 0 % of the time, before 20 %."));
    CHECK(says(d, "A task of interior takes 20 % less time on the GPU"));
    CHECK(says(d, "Nothing moves between memories or ranks now."));
    MadeTimeline alone;
    alone.task("interior", alone.cpu(), 0, 100);
    CHECK(says(difference(run(true), alone), "GPU 0 is left out now."));
    CHECK(says(difference(alone, run(true)), "GPU 0 takes part now."));
    const auto same = difference(run(true), run(true));
    REQUIRE(same.sentences.size() == 1);
    CHECK(same.sentences[0] == "Nothing changed by more than 2 %.");
    const auto empty = difference(MadeTimeline{}, run(true));
    REQUIRE(empty.sentences.size() == 1);
    CHECK(says(empty, "nothing to compare"));
}

TEST_CASE("overlap and bytes are compared") {
    const auto with_message = [](Time interior_start, int count) {
        MadeTimeline made{2};
        const int first = made.cpu(0), second = made.cpu(1);
        made.task("pack", first, 0, 100);
        made.task("interior", second, interior_start, interior_start + 100);
        for (int k = 0; k < count; ++k) made.message(0, 1, 100, 200);
        return made;
    };
    const auto d = difference(with_message(100, 1), with_message(150, 2));
    CHECK(says(d,
               "50 % of the exchange overlaps with computation, before 100 "
               "%."));
    CHECK(says(d, "100 % more data moves: 2 kB per iteration instead of 1 kB"));
    CHECK(row(d, "rank 0 to rank 1 [kB]").after == 2);
}
