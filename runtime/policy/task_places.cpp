#include "runtime/policy/task_places.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/core/host_memory.hpp"

namespace tasuki::runtime {

namespace {

/// Epochs without a task after which a class is not expected to have more.
constexpr int kGone = 32;
/// Part of the tasks of a class that goes to CPUs if they may go to either,
/// below which they all are not expected to, or below which none do.
constexpr double kMostly = 0.5, kHardly = 0.02;
/// Weight of an epoch against the next.
constexpr double kFading = 0.9;
/// Times of a class on a kind of worker that are all measured.
constexpr int kEnoughTimes = 8;

}  // namespace

void TaskPlaces::add(Class c, const State& state) {
    all_.emplace(c, state).first->second.place = first_;
}

/// Its own, or that of the class of the kernel whose tasks are closest in size.
const TaskRate& TaskPlaces::rate(const State& state, Kind kind) const {
    const auto of = [kind](const State& s) -> const TaskRate& {
        return kind == Kind::cpu ? s.on_cpu : s.on_gpu;
    };
    if (state.kernel == nullptr || of(state).samples() > 0) return of(state);
    const auto distance = [&state](const State& s) {
        return std::abs(std::log(s.bytes / state.bytes));
    };
    const State* closest = &state;
    for (const auto& [c, other] : all_) {
        if (other.kernel != state.kernel || of(other).samples() == 0) continue;
        if (closest == &state || distance(other) < distance(*closest))
            closest = &other;
    }
    return of(*closest);
}

TaskPlaces::Kind TaskPlaces::place(Class c, double work) {
    State& state = all_.at(c);
    const double on_cpu = rate(state, Kind::cpu).seconds(work);
    state.cpu_seconds += on_cpu;
    state.placed = epoch_;
    state.work = work;
    if (state.place != Kind::either) return state.place;
    if (rate(state, Kind::gpu).seconds(work) <= 0) return Kind::gpu;
    if (on_cpu > 0 && !state.asks) return Kind::either;
    state.asks =
        asked_ + state.bytes / kPinnedPerSecond < most_asked_ || state.waits;
    if (!state.asks) return on_cpu > 0 ? Kind::either : Kind::gpu;
    return std::exchange(state.waits, true) ? Kind::gpu : Kind::cpu;
}

TaskPlaces::Kind TaskPlaces::choose(Class c, double work, double gpu_wait,
                                    double cpu_wait) {
    State& state = all_.at(c);
    const double on_cpu = rate(state, Kind::cpu).seconds(work);
    const double on_gpu = rate(state, Kind::gpu).seconds(work);
    ++state.chosen;
    if (cpu_wait + on_cpu >= gpu_wait + on_gpu) return Kind::gpu;
    ++state.chosen_cpu;
    longest_ = std::max(longest_, on_cpu);
    return Kind::cpu;
}

TaskPlaces::Kind TaskPlaces::move(Class c, Kind to) {
    State& state = all_.at(c);
    state.asks = false;
    return std::exchange(state.place, to);
}

bool TaskPlaces::wants_time(Class c, Kind kind) const {
    const State& state = all_.at(c);
    const auto& own = kind == Kind::cpu ? state.on_cpu : state.on_gpu;
    return state.waits || own.samples() < kEnoughTimes;
}

void TaskPlaces::took(Class c, Kind kind, double work, double seconds) {
    State& state = all_.at(c);
    if (kind == Kind::cpu && state.waits)
        asked_ += seconds + state.bytes / kPinnedPerSecond;
    if (kind == Kind::cpu) state.waits = state.asks = false;
    (kind == Kind::cpu ? state.on_cpu : state.on_gpu).add(work, seconds);
}

void TaskPlaces::ask(Class c, bool again, double most) {
    State& state = all_.at(c);
    if (epoch_ - state.placed > kGone) return;
    const double known = seconds(c, Kind::cpu, state.work);
    // The first may have been of a worker that started.
    const int count = state.on_cpu.samples();
    state.asks = count == 0 || (again && count == 1 && known < most);
}

bool TaskPlaces::lacks_times() const {
    return std::ranges::any_of(all_,
                               [](const auto& c) { return c.second.asks; });
}

void TaskPlaces::end_epoch(double seconds) {
    ++epoch_;
    lately_ = kFading * lately_ + seconds;
    for (auto& [c, state] : all_)
        state.cpu_work =
            kFading * state.cpu_work + std::exchange(state.cpu_seconds, 0);
}

bool TaskPlaces::may_help(const State& state, Kind to) const {
    const double on_cpu = 1.0 * state.chosen_cpu / std::max(1, state.chosen);
    if (to == Kind::cpu) return cpu_part(state) > 0 && on_cpu >= kMostly;
    return to != Kind::gpu || state.place == Kind::cpu || on_cpu >= kHardly;
}

}  // namespace tasuki::runtime
