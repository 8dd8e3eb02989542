// The loop over a worker's CPUs.
#include "runtime/core/team.hpp"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/core/team_threads.hpp"
#include "tests/runtime/support.hpp"
#include "tests/with_threads.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Context, runtime::parallel_ranges;
constexpr auto kLooks = runtime::detail::TeamThreads::kLooks;

struct Range {
    std::size_t begin, end;
};

/// The ranges of one loop, by their begin.
std::vector<Range> ranges_of(std::size_t n, std::size_t grain) {
    std::vector<Range> ranges;
    std::mutex mutex;
    parallel_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock{mutex};
        ranges.push_back({begin, end});
    });
    std::ranges::sort(ranges, {}, &Range::begin);
    return ranges;
}

/// Whether the ranges cover [0, n) once, cut at multiples of `grain`.
bool covers_once(const std::vector<Range>& ranges, std::size_t n,
                 std::size_t grain) {
    std::size_t at = 0;
    for (const Range& range : ranges) {
        if (range.begin != at || range.end <= range.begin) return false;
        if (range.begin % grain != 0) return false;
        at = range.end;
    }
    return at == n;
}

/// Waits for it for a second, which no thread that runs needs.
template <class There>
bool comes(const There& there) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{1};
    while (!there())
        if (std::chrono::steady_clock::now() > end) return false;
    return true;
}

/// Time that the CPUs have spent on this process [s].
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) +
           1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

TEST_CASE("a loop is shared by as many threads as it is worth") {
    const auto threads_for = [](std::size_t n, std::size_t worth) {
        std::size_t end_of_first = 0;
        std::mutex mutex;
        with_threads(4, [&] {
            parallel_ranges(
                n, 1,
                [&](std::size_t begin, std::size_t end) {
                    const std::lock_guard lock{mutex};
                    if (begin == 0) end_of_first = end;
                },
                worth);
        });
        return end_of_first;
    };
    // 16 calls for each thread, and one if there is one thread.
    CHECK(threads_for(1600, 801) == 1600);
    CHECK(threads_for(1600, 800) == 50);
    CHECK(threads_for(1600, 401) == 33);
    CHECK(threads_for(1600, 400) == 25);
    CHECK(threads_for(1600, 0) == 25);
}

TEST_CASE("every index is in one range, for any number of threads") {
    for (const int threads : {1, 2, 3, 5, 8})
        with_threads(threads, [threads] {
            CHECK(runtime::team_size() == threads);
            for (const std::size_t n : {0, 1, 2, 7, 8, 9, 64, 1000, 1001}) {
                CAPTURE(threads);
                CAPTURE(n);
                for (const std::size_t grain : {1, 3, 8, 512}) {
                    CAPTURE(grain);
                    CHECK(covers_once(ranges_of(n, grain), n, grain));
                }
                std::vector<int> calls(n);
                runtime::parallel_items(n, [&](std::size_t i) { ++calls[i]; });
                CHECK(std::ranges::count(calls, 1) == std::ssize(calls));
            }
        });
}

TEST_CASE("loop after loop is computed once, with pauses and without") {
    with_threads(3, [] {
        constexpr std::size_t size = 300;
        std::vector<int> calls(size);
        int loops = 0;
        for (; loops < 3000; ++loops) {
            if (loops % 500 == 0) std::this_thread::sleep_for(2 * kLooks);
            parallel_ranges(size - static_cast<std::size_t>(loops % 7), 1,
                            [&](std::size_t begin, std::size_t end) {
                                for (auto i = begin; i < end; ++i) ++calls[i];
                            });
        }
        CHECK(std::ranges::count(calls, loops) == size - 6);
    });
}

TEST_CASE("a loop inside the body of another one is the thread's own") {
    with_threads(3, [] {
        std::vector<int> calls(60);
        std::atomic<int> elsewhere{0};
        runtime::parallel_items(6, [&](std::size_t row) {
            const auto own = std::this_thread::get_id();
            parallel_ranges(10, 1, [&](std::size_t begin, std::size_t end) {
                elsewhere += std::this_thread::get_id() != own;
                for (auto i = begin; i < end; ++i) ++calls[10 * row + i];
            });
        });
        CHECK(elsewhere == 0);
        CHECK(std::ranges::count(calls, 1) == 60);
    });
}

TEST_CASE("two teams compute at the same time") {
    std::atomic<int> inside{0};
    bool met[2]{};
    std::vector<std::thread> teams;
    for (bool& own : met)
        teams.emplace_back([&inside, &own] {
            with_threads(2, [&] {
                // Each waits in a loop until the other is in one too.
                std::atomic<bool> all{true};
                ++inside;
                parallel_ranges(8, 1, [&](std::size_t, std::size_t) {
                    if (!comes([&] { return inside == 2; })) all = false;
                });
                own = all;
            });
        });
    for (auto& team : teams) team.join();
    CHECK(met[0]);
    CHECK(met[1]);
}

TEST_CASE("a thread that does not come holds nothing up") {
    // Of another thread than the one that calls, the first call waits until
    // all others are done.
    with_threads(4, [] {
        const auto caller = std::this_thread::get_id();
        for (int loop = 0; loop < 20; ++loop) {
            std::atomic<int> done{0}, held{0};
            std::atomic<bool> all{true};
            constexpr int parts = 4 * 16;
            parallel_ranges(parts, 1, [&](std::size_t, std::size_t) {
                if (std::this_thread::get_id() != caller && held++ == 0 &&
                    !comes([&] { return done == parts - 1; }))
                    all = false;
                ++done;
            });
            CHECK(all);
            CHECK(done == parts);
        }
    });
}

TEST_CASE("all threads of a team compute at the same time") {
    // They are woken once the first call has ended, and was long enough.
    with_threads(4, [] {
        const auto caller = std::this_thread::get_id();
        std::mutex mutex;
        std::set<std::thread::id> threads;
        std::atomic<std::size_t> seen{0};
        bool first = true;
        parallel_ranges(64, 1, [&](std::size_t, std::size_t) {
            {
                const std::lock_guard lock{mutex};
                threads.insert(std::this_thread::get_id());
                seen = threads.size();
            }
            if (std::this_thread::get_id() == caller &&
                std::exchange(first, false))
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            else
                comes([&] { return seen == 4; });
        });
        CHECK(seen == 4);
    });
}

TEST_CASE("few long calls are shared by threads that slept") {
    with_threads(2, [] {
        parallel_ranges(2, 1, [](std::size_t, std::size_t) {});
        std::this_thread::sleep_for(10 * kLooks);
        std::atomic<int> inside{0};
        std::atomic<bool> met{true};
        parallel_ranges(2, 1, [&](std::size_t, std::size_t) {
            ++inside;
            if (!comes([&] { return inside == 2; })) met = false;
        });
        CHECK(met);
    });
}

TEST_CASE("the threads of a team sleep soon after its last loop") {
    with_threads(8, [] {
        for (int loop = 0; loop < 100; ++loop)
            parallel_ranges(64, 1, [](std::size_t, std::size_t) {
                std::this_thread::sleep_for(std::chrono::microseconds{20});
            });
        // Longer where other processes have the CPUs.
        double used = 1;
        CHECK(comes([&used] {
            const double before = cpu_seconds();
            std::this_thread::sleep_for(std::chrono::milliseconds{50});
            used = cpu_seconds() - before;
            return used < 0.005;
        }));
        CAPTURE(used);
    });
}

TEST_CASE("a worker's loop runs on the CPUs of its team") {
    for (int workers = 1; workers <= several_workers(); ++workers) {
        CAPTURE(workers);
        Context context{cpu_workers(workers)};
        runtime::Array<int> array{context, 1};
        clear(array);
        for (const auto& worker : context.workers()) {
            struct Seen {
                int team;
                std::set<int> cpus;  // that a thread of the team may use
                std::vector<Range> ranges;
                std::mutex mutex;
            } seen;
            submit_work(context, array, &seen,
                        [](int*, void* with) {
                            auto& s = *static_cast<Seen*>(with);
                            s.team = runtime::team_size();
                            s.ranges = ranges_of(997, 4);
                            // Long enough for all threads to be woken.
                            std::atomic<int> missing{s.team};
                            parallel_ranges(
                                1000, 1, [&](std::size_t begin, std::size_t) {
                                    const auto own = runtime::allowed_cpus();
                                    {
                                        const std::lock_guard lock{s.mutex};
                                        s.cpus.insert(own.begin(), own.end());
                                        missing = s.team - static_cast<int>(
                                                               s.cpus.size());
                                    }
                                    if (begin == 0)
                                        std::this_thread::sleep_for(
                                            std::chrono::milliseconds{1});
                                    else if (s.team > 1)
                                        comes([&] { return missing <= 0; });
                                });
                        },
                        {.worker = worker.id});
            context.wait();
            CHECK(seen.team == worker.threads);
            CHECK(covers_once(seen.ranges, 997, 4));
            // Each thread of a team has a CPU of its own.
            if (worker.threads > 1)
                CHECK(seen.cpus ==
                      std::set<int>(worker.cpus.begin(), worker.cpus.end()));
        }
    }
}

TEST_CASE("a thread of one's own computes with the team that it was given") {
    const int cpu = runtime::allowed_cpus().back();
    const int before = runtime::team_size();
    int size = 0, ran_on = -1;
    std::thread{[&] {
        runtime::use_team({cpu, cpu});
        size = runtime::team_size();
        std::mutex mutex;
        parallel_ranges(1000, 1, [&](std::size_t, std::size_t) {
            const std::lock_guard lock{mutex};
            ran_on = sched_getcpu();
        });
    }}.join();
    CHECK(size == 2);
    CHECK(ran_on == cpu);
    CHECK(runtime::team_size() == before);
}

TEST_CASE("for_each calls its body once for each index") {
    for (const int n : {0, 1, 63, 997, 100'000}) {
        CAPTURE(n);
        std::vector<int> calls(n), pairs(3 * n);
        runtime::for_each(n, [&](int i) { ++calls[i]; });
        runtime::for_each(n, 3, [&](int i, int j) { pairs[3 * i + j] += j; });
        bool once = true;
        for (int i = 0; i < n; ++i)
            once = once && calls[i] == 1 && pairs[3 * i] == 0 &&
                   pairs[3 * i + 1] == 1 && pairs[3 * i + 2] == 2;
        CHECK(once);
    }
    runtime::for_each(5, 0, [](int, int) { CHECK(false); });
}
