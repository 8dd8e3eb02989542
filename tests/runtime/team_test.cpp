// The loop over a worker's CPUs.
#include "runtime/core/team.hpp"

#include <omp.h>
#include <sched.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "runtime/core/for_each.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Context, runtime::parallel_ranges;

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

}  // namespace

TEST_CASE("what is not worth waking a team, one thread does") {
    const int before = omp_get_max_threads();
    omp_set_num_threads(4);
    const auto ranges_for = [](std::size_t n, std::size_t worth) {
        std::atomic<int> ranges = 0;
        parallel_ranges(
            n, 1, [&](std::size_t, std::size_t) { ++ranges; }, worth);
        return ranges.load();
    };
    CHECK(ranges_for(15, 4) == 1);
    CHECK(ranges_for(16, 4) == 4);
    CHECK(ranges_for(15, 0) == 4);
    omp_set_num_threads(before);
}

TEST_CASE("every index is in one range, for any number of threads") {
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 3, 5, 8}) {
        omp_set_num_threads(threads);
        CHECK(runtime::team_size() == threads);
        for (const std::size_t n : {0, 1, 2, 7, 8, 9, 64, 1000, 1001})
            for (const std::size_t grain : {1, 3, 8, 512}) {
                CAPTURE(threads);
                CAPTURE(n);
                CAPTURE(grain);
                const auto ranges = ranges_of(n, grain);
                CHECK(covers_once(ranges, n, grain));
                const auto most =
                    std::min<std::size_t>(threads, (n + grain - 1) / grain);
                CHECK(ranges.size() == most);
            }
    }
    omp_set_num_threads(before);
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
                            parallel_ranges(
                                1000, 1, [&](std::size_t, std::size_t) {
                                    const auto own = runtime::allowed_cpus();
                                    const std::lock_guard lock{s.mutex};
                                    s.cpus.insert(own.begin(), own.end());
                                });
                        },
                        {.worker = worker.id});
            context.wait();
            CHECK(seen.team == worker.threads);
            CHECK(covers_once(seen.ranges, 997, 4));
            CHECK(seen.ranges.size() ==
                  static_cast<std::size_t>(worker.threads));
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
