#include "runtime/core/team.hpp"

#include <starpu.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "runtime/core/cgroup.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/first_failure.hpp"
#include "runtime/core/per_thread.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/team_threads.hpp"

namespace tasuki::runtime {

namespace {

using detail::PartBody, detail::TeamThreads;

/// What one thread computes with.
struct Team {
    std::vector<int> cpus;  ///< of use_team()
    std::unique_ptr<TeamThreads> threads;
};

Team& team() {
    return per_thread<Team>();
}

/// Whether this thread computes a part of a loop.
thread_local bool is_in_loop = false;

/// Of each thread of a team, where it may run.
std::vector<std::vector<int>> places() {
    std::vector<int> cpus = team().cpus;
    const Session* session = find_session();
    const int worker = starpu_worker_get_id();
    if (cpus.empty() && session != nullptr && worker >= 0)
        cpus = session->teams[worker];
    if (!cpus.empty()) {
        std::vector<std::vector<int>> each;
        for (const int cpu : cpus) each.push_back({cpu});
        return each;
    }
    // This thread is not one that computes all the time: its team stays where
    // the system puts it.
    const auto allowed = allowed_cpus();
    const int count = static_cast<int>(allowed.size());
    return std::vector(
        static_cast<std::size_t>(
            default_cpus(count, count, openmp_variables(), cgroup_cpus()).cpus),
        allowed);
}

TeamThreads& threads() {
    auto& threads = team().threads;
    if (threads == nullptr) threads = std::make_unique<TeamThreads>(places());
    return *threads;
}

/// Of the thread that computes a part, so that a loop in its body is its own.
class InLoop {
  public:
    InLoop() : before_{std::exchange(is_in_loop, true)} {}
    ~InLoop() { is_in_loop = before_; }
    InLoop(const InLoop&) = delete;
    InLoop& operator=(const InLoop&) = delete;

  private:
    bool before_;
};

std::size_t threads_for(std::size_t pieces) {
    if (pieces <= 1 || is_in_loop) return 1;
    return std::min(pieces, threads().size());
}

}  // namespace

void use_team(std::vector<int> cpus) {
    team().threads.reset();
    team().cpus = std::move(cpus);
}

int team_size() {
    return static_cast<int>(threads().size());
}

void parallel_ranges(std::size_t n, std::size_t grain,
                     const std::function<void(std::size_t, std::size_t)>& body,
                     std::size_t worth) {
    const std::size_t grains = (n + grain - 1) / grain;
    const std::size_t ranges =
        threads_for(worth == 0 ? grains : std::min(grains, n / worth));
    if (ranges <= 1) {
        if (n > 0) body(0, n);
        return;
    }
    const std::size_t parts =
        std::min(TeamThreads::kParts, (grains + ranges - 1) / ranges);
    const auto begin_of = [=](std::size_t piece) {
        return std::min(n, grains * piece / (ranges * parts) * grain);
    };
    FirstFailure thrown;
    const auto part = [&](std::size_t range, std::size_t k) {
        const InLoop in_loop;
        const std::size_t piece = range * parts + k;
        const std::size_t begin = begin_of(piece), end = begin_of(piece + 1);
        try {
            if (begin < end) body(begin, end);
        } catch (...) {
            thrown.note(std::current_exception());
        }
    };
    threads().run(ranges, parts, PartBody{part});
    thrown.check();
}

void parallel_items(std::size_t n,
                    const std::function<void(std::size_t)>& body) {
    const std::size_t ranges = threads_for(n);
    if (ranges <= 1) {
        for (std::size_t i = 0; i < n; ++i) body(i);
        return;
    }
    // In turn, so that each thread begins with items that take long.
    const std::size_t each = (n + ranges - 1) / ranges;
    const std::size_t parts = std::min(each, TeamThreads::kMostParts);
    FirstFailure thrown;
    const auto part = [&](std::size_t range, std::size_t k) {
        const InLoop in_loop;
        try {
            for (std::size_t i = each * k / parts; i < each * (k + 1) / parts;
                 ++i)
                if (i * ranges + range < n) body(i * ranges + range);
        } catch (...) {
            thrown.note(std::current_exception());
        }
    };
    threads().run(ranges, parts, PartBody{part});
    thrown.check();
}

}  // namespace tasuki::runtime
