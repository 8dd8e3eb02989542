// Iterations that are replayed give what the same tasks give.
#include "runtime/replay/replay.hpp"

#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Replay;
using runtime::Read, runtime::Update, runtime::Write, runtime::Each;

using Numbers = Array<std::uint64_t>;

struct Seed {
    std::uint64_t seed;
};

/// Neither commutes with another, nor forgets what it has seen.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return (a ^ (a >> 29)) * 0xbf58476d1ce4e5b9 + b;
}

struct Change {
    static constexpr auto name = "change";
    using Args = Seed;
    static void cpu(const Args& s, Update<std::uint64_t> y) {
        for (auto& value : y) value = mix(value, s.seed);
    }
};
struct Gather {
    static constexpr auto name = "gather";
    using Args = Seed;
    static void cpu(const Args& s, Write<std::uint64_t> y,
                    Each<Read<std::uint64_t>, 4> from) {
        for (std::size_t i = 0; i < y.size(); ++i) {
            y[i] = s.seed;
            for (const auto& x : from) y[i] = mix(y[i], x[i % x.size()]);
        }
    }
};
struct AddTo {
    static constexpr auto name = "add_to";
    using Args = Seed;
    static void cpu(const Args& s, Update<std::uint64_t> y,
                    Read<std::uint64_t> x) {
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = mix(y[i], x[i % x.size()] + s.seed);
    }
};

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

std::uint64_t sum_of(const Numbers& numbers) {
    std::uint64_t sum = 0;
    for (const auto value : numbers.read()) sum = mix(sum, value);
    return sum;
}

/// The same graph from the same seed, whatever runs it.
class RandomGraph {
  public:
    /// @param workers  each task names one of so many, or none
    RandomGraph(Context& context, unsigned seed, int workers = 0)
        : context_{context}, random_{seed} {
        for (int k = 0; k < 6; ++k)
            arrays_.emplace_back(context, 1 + random_() % 100, k);
        for (int k = 0; k < 40; ++k)
            tasks_.push_back({static_cast<int>(random_() % 3), pick(), pick(),
                              static_cast<int>(random_() % (workers + 1)) - 1});
    }

    void submit(std::uint64_t seed) {
        for (const auto& [kind, y, x, worker] : tasks_) {
            const runtime::SubmitOptions on{.worker = worker};
            Numbers& array = arrays_[y];
            ++seed;
            if (kind == 0 || x == y) {
                runtime::submit<Change>(context_, {seed}, on, array);
            } else if (kind == 1) {
                runtime::submit<AddTo>(context_, {seed}, on, array, arrays_[x]);
            } else {
                runtime::List<Read<std::uint64_t>> from;
                for (std::size_t k = 0; k < arrays_.size(); ++k)
                    if (k != y && k % 2 == x % 2) from.add(arrays_[k]);
                runtime::submit<Gather>(context_, {seed}, on, array, from);
            }
        }
    }
    /// Arrays of other sizes.
    void resize() {
        for (auto& array : arrays_)
            array = Numbers{context_, 1 + random_() % 100, 7};
    }
    std::vector<std::uint64_t> sums() const {
        std::vector<std::uint64_t> sums;
        for (const auto& array : arrays_) sums.push_back(sum_of(array));
        return sums;
    }

  private:
    struct Task {
        int kind;
        std::size_t y, x;
        int worker;
    };
    std::size_t pick() { return random_() % arrays_.size(); }

    Context& context_;
    std::mt19937 random_;
    std::vector<Numbers> arrays_;
    std::vector<Task> tasks_;
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
