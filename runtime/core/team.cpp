#include "runtime/core/team.hpp"

#include <omp.h>
#include <sched.h>
#include <starpu.h>

#include <algorithm>
#include <atomic>

#include "runtime/core/session.hpp"

namespace tasuki::runtime {

namespace {

/// Of a thread that is no worker; empty unless use_team() was called on it.
std::vector<int>& team_of_thread() {
    thread_local std::vector<int> instance;
    return instance;
}

/// A team thread inherits the one CPU its StarPU worker is bound to, so every
/// thread moves to its own CPU the first time it works.
void bind_once(int cpu) {
    thread_local int bound = -1;
    if (bound == cpu) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);  // unbound is slower, not wrong
    bound = cpu;
}

const std::vector<int>* own_team() {
    if (!team_of_thread().empty()) return &team_of_thread();
    const Session* session = find_session();
    const int worker = starpu_worker_get_id();
    if (session == nullptr || worker < 0 || session->teams[worker].empty())
        return nullptr;
    return &session->teams[worker];
}

}  // namespace

void use_team(std::vector<int> cpus) {
    team_of_thread() = std::move(cpus);
}

int team_size() {
    const auto* team = own_team();
    return team != nullptr ? static_cast<int>(team->size())
                           : omp_get_max_threads();
}

namespace {

/// Calls body(thread, threads) on each of `wanted` threads, or as many as
/// OpenMP gives (OMP_THREAD_LIMIT), each on its CPU of the team.
template <class Body>
void on_threads(std::size_t wanted, const std::vector<int>* team,
                const Body& body) {
#pragma omp parallel num_threads(static_cast <int>(wanted))
    {
        const auto given = static_cast<std::size_t>(omp_get_num_threads());
        const auto thread = static_cast<std::size_t>(omp_get_thread_num());
        if (team != nullptr) bind_once((*team)[thread]);
        body(thread, given);
    }
}

/// Of a team always all: OpenMP ends the threads that a region leaves out, and
/// starts them again for the next.
std::size_t threads_for(std::size_t pieces, const std::vector<int>* team) {
    const auto most = static_cast<std::size_t>(team_size());
    return team != nullptr ? most : std::min(most, pieces);
}

}  // namespace

void parallel_ranges(std::size_t n, std::size_t grain,
                     const std::function<void(std::size_t, std::size_t)>& body,
                     std::size_t worth) {
    const auto* team = own_team();
    const std::size_t grains = (n + grain - 1) / grain;
    const std::size_t threads = threads_for(grains, team);
    if (threads <= 1 || grains <= 1 || n < worth * threads) {
        if (n > 0) body(0, n);
        return;
    }
    on_threads(threads, team, [&](std::size_t thread, std::size_t given) {
        const std::size_t begin = grains * thread / given * grain;
        const std::size_t end =
            std::min(n, grains * (thread + 1) / given * grain);
        if (begin < end) body(begin, end);
    });
}

void parallel_items(std::size_t n,
                    const std::function<void(std::size_t)>& body) {
    const auto* team = own_team();
    const std::size_t threads = threads_for(n, team);
    if (threads <= 1 || n <= 1) {
        for (std::size_t i = 0; i < n; ++i) body(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    on_threads(threads, team, [&](std::size_t, std::size_t) {
        for (auto i = next++; i < n; i = next++) body(i);
    });
}

}  // namespace tasuki::runtime
