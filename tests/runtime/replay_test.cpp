// Iterations that are replayed give what the same tasks give.
#include "runtime/replay/replay.hpp"

#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "runtime/runtime.hpp"
#include "tests/runtime/random_graph.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Replay;

/// Keeps its worker until the test says otherwise.
struct WaitFor {
    static constexpr auto name = "wait_for";
    struct Args {
        const std::atomic<bool>* over;
    };
    static void cpu(const Args& a, Update<std::uint64_t>) {
        while (!*a.over) std::this_thread::yield();
    }
};

}  // namespace

TEST_CASE("replays of random graphs have the bits of their tasks") {
    for (const int workers : {1, several_workers()}) {
        Context context{cpu_workers(workers)};
        for (unsigned seed = 1; seed <= 20; ++seed) {
            CAPTURE(seed);
            RandomGraph tasks{context, seed}, replayed{context, seed};
            Replay replay{context};
            for (int k = 0; k < 10; ++k) {
                if (k == 6) {
                    tasks.resize();
                    replayed.resize();
                }
                tasks.submit(100 * k);
                replay.iteration([&] { replayed.submit(100 * k); });
                if (k % 3 == 0) CHECK(tasks.sums() == replayed.sums());
            }
            CHECK(tasks.sums() == replayed.sums());
            // Iterations 2 to 5, and after new arrays 8 and 9.
            CHECK(replay.counts().replayed == 6);
            if (workers == 1) CHECK(replay.counts().lists > 0);
        }
    }
}

TEST_CASE("lists of several workers grow side by side") {
    const int workers = several_workers();
    if (workers == 1) return skip("one CPU is one worker");
    Context context{cpu_workers(workers)};
    std::int64_t lists = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        RandomGraph tasks{context, seed, workers};
        RandomGraph replayed{context, seed, workers};
        Replay replay{context};
        for (int k = 0; k < 8; ++k) {
            tasks.submit(100 * k);
            replay.iteration([&] { replayed.submit(100 * k); });
        }
        CHECK(tasks.sums() == replayed.sums());
        CHECK(replay.counts().replayed == 6);
        lists += replay.counts().lists;
    }
    CHECK(lists > 0);
}

TEST_CASE("tasks that a policy gives to one worker all the time stay there") {
    const int workers = several_workers();
    if (workers == 1) return skip("one CPU is one worker");
    Context context{cpu_workers(workers)};
    Numbers y{context, 10, 1};
    std::uint64_t expected = 1;
    Replay replay{context};
    const auto iterate = [&] {
        replay.iteration([&] {
            for (std::uint64_t n = 0; n < 3; ++n) {
                runtime::submit<Change>(context, {n}, y);
                expected = mix(expected, n);
            }
        });
        CHECK(y.read()[0] == expected);
    };
    // The others are busy, so the policy has no choice.
    std::atomic<bool> over{false};
    std::vector<Numbers> of_others;
    for (int k = 1; k < workers; ++k) of_others.emplace_back(context, 1, k);
    for (auto& array : of_others)
        runtime::submit<WaitFor>(context, {&over}, array);
    for (int k = 0; k < 1000 && replay.counts().lists < 10; ++k) iterate();
    CHECK(replay.counts().lists > 0);
    over = true;
    for (int k = 0; k < 10; ++k) iterate();
}

TEST_CASE("what an iteration does otherwise is done, and learnt") {
    Context context{cpu_workers(1)};
    Numbers y{context, 10, 1}, other{context, 10, 2};
    std::uint64_t expected = 1;
    Replay replay{context};
    const auto change = [&](std::uint64_t seed) {
        runtime::submit<Change>(context, {seed}, y);
        expected = mix(expected, seed);
    };
    const auto usual = [&] {
        for (std::uint64_t n = 0; n < 5; ++n) change(n);
    };
    const auto learn = [&] {
        for (int k = 0; k < 3; ++k) replay.iteration(usual);
    };
    learn();
    auto replayed = replay.counts().replayed;
    CHECK(replayed == 1);
    const auto is_right = [&] { CHECK(y.read()[9] == expected); };

    SUBCASE("another task in the middle") {
        replay.iteration([&] {
            change(1);
            runtime::submit<AddTo>(context, {3}, y, other);
            expected = mix(expected, 2 + 3);
            change(2);
        });
    }
    SUBCASE("fewer tasks") {
        replay.iteration([&] { change(7); });
    }
    SUBCASE("no task") {
        replay.iteration([] {});
    }
    SUBCASE("more tasks") {
        replay.iteration([&] {
            usual();
            change(8);
        });
    }
    SUBCASE("a look at the array in the middle") {
        replay.iteration([&] {
            change(1);
            is_right();
            change(2);
            context.wait();
            change(3);
        });
    }
    SUBCASE("an exception in the middle") {
        CHECK_THROWS_AS(replay.iteration([&] {
            change(4);
            throw std::runtime_error{"of the program"};
        }),
                        std::runtime_error);
    }
    SUBCASE("an iteration in it") {
        CHECK_THROWS_AS(replay.iteration([&] {
            change(5);
            replay.iteration(usual);
        }),
                        runtime::UsageError);
    }
    SUBCASE("another thread that uses the array") {
        replay.iteration([&] {
            change(0);
            change(1);
            std::jthread{is_right}.join();
            change(2);
            std::jthread{[&] { change(10); }}.join();
            change(3);
        });
    }
    SUBCASE("another thread between") {
        replay.iteration([&] {
            change(0);
            std::jthread{[&] {
                runtime::submit<Change>(context, {9}, other);
            }}.join();
            for (std::uint64_t n = 1; n < 5; ++n) change(n);
        });
        CHECK(replay.counts().replayed == replayed + 1);
        CHECK(other.read()[0] == mix(2, 9));
    }
    is_right();
    replayed = replay.counts().replayed;
    learn();
    CHECK(replay.counts().replayed > replayed);
    is_right();
}

TEST_CASE("a look at an array between two lists does not break them") {
    Context context{cpu_workers(1)};
    Numbers y{context, 10, 1}, other{context, 10, 2};
    std::uint64_t expected = 1;
    Replay replay{context};
    for (std::uint64_t k = 0; k < 6; ++k)
        replay.iteration([&] {
            for (int half = 0; half < 2; ++half) {
                for (std::uint64_t n = 0; n < 3; ++n) {
                    runtime::submit<Change>(context, {n + k}, y);
                    expected = mix(expected, n + k);
                }
                CHECK(y.read()[0] == expected);
                CHECK(other.read()[0] == 2);
            }
        });
    CHECK(replay.counts().replayed == 4);
    CHECK(replay.counts().lists == 8);
}

TEST_CASE("a function that is called when a task is done keeps it a task") {
    Context context{cpu_workers(1)};
    Numbers y{context, 10, 1};
    Replay replay{context};
    std::atomic<int> called{0};
    for (int k = 0; k < 5; ++k)
        replay.iteration([&] {
            for (int n = 0; n < 3; ++n)
                runtime::submit<Change>(
                    context, {1}, {.when_done = [&called] { ++called; }}, y);
        });
    context.wait();
    CHECK(called == 15);
    CHECK(replay.counts().lists == 0);
}

TEST_CASE("what is recorded of arrays that have ended is not replayed") {
    Context context{cpu_workers(1)};
    Replay replay{context};
    std::int64_t expected = 0;
    // StarPU's handles of arrays that end are those of the next ones.
    for (const std::size_t size : {10, 1000, 20}) {
        CAPTURE(size);
        Numbers y{context, size, 1}, x{context, size, 2};
        for (std::uint64_t k = 0; k < 5; ++k)
            replay.iteration([&] {
                for (int n = 0; n < 3; ++n)
                    runtime::submit<AddTo>(context, {k}, y, x);
            });
        expected += 3;  // those after the second
        CHECK(replay.counts().replayed == expected);
    }
}
