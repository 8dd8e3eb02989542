#include "runtime/policy/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/core/median.hpp"
#include "runtime/policy/task_classes.hpp"

namespace tasuki::runtime {

namespace {

constexpr std::size_t kWatched = 5;  ///< epochs whose median is the baseline
constexpr std::size_t kTried = 3;    ///< epochs of a trial, likewise
/// Epochs, and bursts, in which the time of a task on a CPU is waited for.
constexpr int kMeasured = 32, kMeasuredBursts = 4;
/// Epochs without a task after which a class is not expected to have more.
constexpr int kGone = 32;
/// Difference between two bursts, or between the middle ones of five epochs,
/// with which they make a baseline.
constexpr double kSame = 1.02, kSimilar = 1.1;
/// Least gain for a change; the loss that counts as a change of the machine.
constexpr double kGain = 0.985, kDrift = 1.05;
/// A gain that one burst suffices to show.
constexpr double kClearGain = 0.95;
/// A trial this much slower is stopped; bursts vary less than parts of them.
constexpr double kHopeless = 1.1, kHopelessBurst = 1.03;
/// Part of the time that trials may cost: first ones, and repeated ones.
constexpr double kFirstBudget = 0.01, kBudget = 0.005;
/// That first ones may cost at once [s].
constexpr double kFirstLoss = 0.03;
/// Part of the CPUs' time that a class may take if it moves there.
constexpr double kLight = 0.5;
/// An epoch that has tasks on CPUs which could go to either lasts at least so
/// many of them.
constexpr double kLongTasks = 4;
/// Part of the tasks of a class that goes to CPUs if they may go to either,
/// below which they all are not expected to, or below which none do.
constexpr double kMostly = 0.5, kHardly = 0.02;
/// Weight of an epoch against the next.
constexpr double kFading = 0.9;
/// Times of a class on a kind of worker that are all measured; then a part is.
constexpr int kEnoughTimes = 8;
/// Time without a baseline after which there will be none: at least [s], and
/// in bursts.
constexpr double kPatience = 1, kPatienceBursts = 8;

}  // namespace

void Feedback::add(Class c, double bytes, const char* name,
                   const void* kernel) {
    classes_.emplace(c, State{bytes, name, kernel, c, first_place_});
    trials_.push_back({Scope::one, Kind::cpu, c});
    trials_.push_back({Scope::one, Kind::gpu, c});
    if (kernel != nullptr) join_groups(kernel, c);
    find_clock(c, bytes);
}

/// All classes of a kernel are tried together if there are many.
void Feedback::join_groups(const void* kernel, Class group) {
    const auto is_its = [kernel](const auto& c) {
        return c.second.kernel == kernel;
    };
    if (std::ranges::count_if(classes_, is_its) <= TaskClasses::kMost) return;
    for (auto& [c, state] : classes_)
        if (state.kernel == kernel) state.group = group;
}

void Feedback::find_clock(Class c, double bytes) {
    if (bytes <= clock_bytes_) return;
    clock_bytes_ = bytes;
    if (c == clock_) return;
    clock_ = c;
    ready_ = settling_ = 0;
    epochs_.restart();
    break_off();
    reference_ = 0;
}

/// Its own, or those of another class of the kernel.
const TaskRates& Feedback::rates(const State& state, Kind kind,
                                 double work) const {
    const auto of = [kind](const State& s) -> const TaskRates& {
        return kind == Kind::cpu ? s.on_cpu : s.on_gpu;
    };
    if (state.kernel == nullptr || of(state).seconds(work) > 0)
        return of(state);
    for (const auto& [c, other] : classes_)
        if (other.kernel == state.kernel && of(other).seconds(work) > 0)
            return of(other);
    return of(state);
}

double Feedback::seconds(Class c, Kind kind, double work) const {
    return rates(classes_.at(c), kind, work).seconds(work);
}

bool Feedback::wants_time(Class c, Kind kind, double work) const {
    const State& state = classes_.at(c);
    const auto& own = kind == Kind::cpu ? state.on_cpu : state.on_gpu;
    return state.waits || own.samples(work) < kEnoughTimes;
}

void Feedback::took(Class c, Kind kind, double work, double seconds) {
    State& state = classes_.at(c);
    if (kind == Kind::cpu) state.waits = state.asks = false;
    (kind == Kind::cpu ? state.on_cpu : state.on_gpu).add(work, seconds);
}

Feedback::Kind Feedback::place(Class c, double work) {
    State& state = classes_.at(c);
    if (c == clock_) ++ready_;
    const double on_cpu = rates(state, Kind::cpu, work).seconds(work);
    state.cpu_seconds += on_cpu;
    state.placed = epoch_;
    state.work = work;
    if (state.place != Kind::either) return state.place;
    if (rates(state, Kind::gpu, work).seconds(work) <= 0) return Kind::gpu;
    if (on_cpu > 0 && !state.asks) return Kind::either;
    state.asks = true;
    return std::exchange(state.waits, true) ? Kind::gpu : Kind::cpu;
}

Feedback::Kind Feedback::choose(Class c, double work, double gpu_wait,
                                double cpu_wait) {
    State& state = classes_.at(c);
    const double on_cpu = seconds(c, Kind::cpu, work);
    const bool goes_to_cpu =
        cpu_wait + on_cpu < gpu_wait + seconds(c, Kind::gpu, work);
    ++state.chosen;
    if (!goes_to_cpu) return Kind::gpu;
    ++state.chosen_cpu;
    longest_ = std::max(longest_, on_cpu);
    return Kind::cpu;
}

void Feedback::note_work(double seconds) {
    ++epoch_;
    lately_ = kFading * lately_ + seconds;
    for (auto& [c, state] : classes_)
        state.cpu_work =
            kFading * state.cpu_work + std::exchange(state.cpu_seconds, 0);
}

/// Of the CPUs' time, with all its tasks; 0 if the time of one is not known,
/// which the trial of either measures.
double Feedback::cpu_part(const State& state) const {
    return state.cpu_work / (cpus_ * lately_);
}

/// By what was seen when its tasks could go to either.
bool Feedback::may_help(const State& state, Kind to) const {
    const double on_cpu = 1.0 * state.chosen_cpu / std::max(1, state.chosen);
    if (to == Kind::cpu) return cpu_part(state) > 0 && on_cpu >= kMostly;
    return to != Kind::gpu || state.place == Kind::cpu || on_cpu >= kHardly;
}

void Feedback::paused(double begin, double end) {
    ready_ = settling_ = 0;
    const auto epoch = epochs_.paused(begin, end, is_calm_);
    is_calm_ = phase_ == Phase::watch;
    if (epochs_.has_changed()) break_off();
    if (epoch) end_epoch(*epoch);
}

void Feedback::ended(Class c, double now) {
    now_ = now;
    if (start_ == 0) start_ = comparable_ = now;
    std::optional<Epoch> epoch;
    if (c == clock_) {
        ready_ = std::max(0, ready_ - 1);
        settling_ = std::max(0, settling_ - 1);
        epoch = epochs_.ended(now);
        if (epochs_.has_changed()) break_off();
    }
    if (epoch) {
        end_epoch(*epoch);
    } else if (is_hopeless(now)) {
        if (!epochs_.by_bursts()) {
            const double seconds = epochs_.seconds(now);
            const double usual = baseline_ * epochs_.expected_tasks();
            elapsed_ += seconds;
            lost_ += std::max(0.0, seconds - usual);
            epochs_.cut(now);
        }
        end_trial(false, baseline_);
    }
}

void Feedback::note_loss(const Epoch& epoch) {
    if (baseline_ == 0) return;
    lost_ += std::max(0.0, epoch.per_task() - baseline_) * epoch.tasks;
}

bool Feedback::is_hopeless(double now) const {
    if (phase_ != Phase::settle && phase_ != Phase::trial) return false;
    const double most = epochs_.by_bursts() ? kHopelessBurst : kHopeless;
    return epochs_.seconds(now) > most * baseline_ * epochs_.expected_tasks();
}

void Feedback::end_epoch(const Epoch& epoch) {
    elapsed_ += epoch.seconds;
    note_work(epoch.seconds);
    if (phase_ == Phase::watch) return end_watched(epoch);
    if (phase_ == Phase::measure) {
        const int most = epochs_.by_bursts() ? kMeasuredBursts : kMeasured;
        if (asks_for_times() && ++measured_ < most) return;
        settling_ = ready_;
        phase_ = epochs_.by_bursts() ? Phase::trial : Phase::settle;
        return;
    }
    note_loss(epoch);
    if (phase_ == Phase::settle) {
        if (settling_ == 0) phase_ = Phase::trial;
        return;
    }
    end_tried(epoch);
}

void Feedback::end_tried(const Epoch& epoch) {
    trying_.seconds += epoch.seconds;
    trying_.tasks += epoch.tasks;
    // Until then few of those on CPUs have ended.
    if (!epochs_.by_bursts() && trying_.seconds < kLongTasks * longest_) return;
    tried_.push_back(std::exchange(trying_, {}).per_task());
    const double first = tried_.front() / baseline_;
    const bool is_clear =
        epochs_.by_bursts() && (first < kClearGain || first > kHopelessBurst);
    if (tried_.size() < kTried && !is_clear) return;
    const double tried = median(tried_);
    end_trial(tried < kGain * baseline_, tried);
}

bool Feedback::asks_for_times() const {
    return std::ranges::any_of(classes_,
                               [](const auto& c) { return c.second.asks; });
}

void Feedback::end_watched(const Epoch& epoch) {
    // What was under way at the last change still counts in the first.
    if (settling_ > 0 || ++watched_ == 1) {
        note_loss(epoch);
        return;
    }
    recent_.push_back(epoch.per_task());
    if (recent_.size() > kWatched) recent_.erase(recent_.begin());
    if (has_baseline()) start_trial();
}

/// A second time, once, as the first may have been of a worker that started.
bool Feedback::wants_cpu_time(Class c, bool again) const {
    const State& state = classes_.at(c);
    if (epoch_ - state.placed > kGone) return false;
    if (state.group != c) return seconds(c, Kind::cpu, 1) <= 0;
    if (!again) return state.on_cpu.samples() == 0;
    return state.on_cpu.samples() < 2 &&
           seconds(c, Kind::cpu, state.work) < kBudget * elapsed_;
}

/// Whether recent epochs can be compared, and so with others.
bool Feedback::has_baseline() const {
    if (!epochs_.are_even()) return false;
    const auto count = recent_.size();
    if (epochs_.by_bursts() && count >= 2) {
        const auto [least, most] =
            std::minmax(recent_[count - 2], recent_[count - 1]);
        if (most < kSame * least) return true;
    }
    if (count < kWatched) return false;
    auto sorted = recent_;
    std::ranges::sort(sorted);
    return sorted[kWatched - 2] < kSimilar * sorted[1];
}

std::vector<Feedback::Class> Feedback::members(const Trial& trial) const {
    std::vector<Class> all;
    double part = 0;
    for (const auto& [c, state] : classes_) {
        if (state.place == trial.to) continue;
        if (trial.scope == Scope::one && state.group != trial.one) continue;
        if (trial.scope != Scope::all && !may_help(state, trial.to)) continue;
        const double its = cpu_part(state);
        if (trial.scope == Scope::light && its > kLight) continue;
        part += its;
        all.push_back(c);
    }
    if (trial.scope == Scope::one && trial.to == Kind::cpu && part > kLight)
        return {};
    return all;
}

bool Feedback::may_begin(const Trial& trial) const {
    if (trial.due > elapsed_) return false;
    const double most = trial.was_made
                            ? kBudget * elapsed_
                            : std::max(kFirstLoss, kFirstBudget * elapsed_);
    if (lost_ > most) return false;
    const auto count = members(trial).size();
    // Of a single class there is a trial of its own.
    if (trial.scope == Scope::light || trial.to == Kind::gpu)
        return count > (trial.scope == Scope::one ? 0 : 1);
    return count > 0;
}

const Feedback::Trial* Feedback::next_trial() const {
    const Trial* next = nullptr;
    const auto order = [](const Trial& t) {
        return std::pair{t.was_made, t.due};
    };
    for (const Trial& trial : trials_)
        if (may_begin(trial) &&
            (next == nullptr || order(trial) < order(*next)))
            next = &trial;
    return next;
}

void Feedback::start_trial() {
    comparable_ = now_;
    baseline_ = median(recent_);
    // The machine has changed: a trial that failed may help now.
    if (reference_ > 0 && baseline_ > kDrift * reference_) make_due();
    if (reference_ == 0 || baseline_ > kDrift * reference_ ||
        baseline_ < reference_)
        reference_ = baseline_;
    const Trial* const next = next_trial();
    if (next == nullptr) return;
    current_ = static_cast<std::size_t>(next - trials_.data());
    const bool again = std::exchange(trials_[current_].was_made, true);
    before_.clear();
    for (const Class c : members(*next)) {
        State& state = classes_[c];
        before_.emplace_back(c, std::exchange(state.place, next->to));
        state.asks = next->to == Kind::either && wants_cpu_time(c, again);
    }
    tried_.clear();
    trying_ = {};
    longest_ = 0;
    is_calm_ = false;
    settling_ = ready_;
    measured_ = 0;
    phase_ = next->to == Kind::either ? Phase::measure : Phase::settle;
}

void Feedback::make_due() {
    for (Trial& trial : trials_) {
        trial.due = 0;
        trial.wait = kFirstWait;
    }
}

/// It would compare the same places again.
bool Feedback::undoes_last(const Trial& trial) const {
    const auto moved = [&](Class c) {
        return std::ranges::find(before_, std::pair{c, trial.to}) !=
               before_.end();
    };
    const auto all = members(trial);
    return all.size() == before_.size() && std::ranges::all_of(all, moved);
}

void Feedback::end_trial(bool keep, double seconds_per_task) {
    Trial& trial = trials_[current_];
    if (keep) {
        tell_kept(seconds_per_task);
        if (trial.scope == Scope::all) first_place_ = trial.to;
        reference_ = seconds_per_task;
        make_due();
        for (Trial& other : trials_)
            if (undoes_last(other)) {
                other.was_made = true;
                other.due = elapsed_ + other.wait;
            }
    } else {
        for (const auto& [c, place] : before_) classes_[c].place = place;
    }
    trial.due = elapsed_ + trial.wait;
    trial.wait *= 2;
    phase_ = Phase::watch;
    is_calm_ = false;
    watched_ = keep ? 1 : 0;
    settling_ = keep ? 0 : ready_;
    recent_.clear();
    if (keep) recent_ = tried_;
}

/// Epochs are other ones than those that the baseline is of.
void Feedback::break_off() {
    if (phase_ != Phase::watch) {
        end_trial(false, baseline_);
        trials_[current_].was_made = false;
        trials_[current_].due = 0;
        trials_[current_].wait = kFirstWait;
    }
    recent_.clear();
    reference_ = 0;
    watched_ = 1;
}

void Feedback::tell_kept(double seconds_per_task) {
    for (const auto& [c, place] : before_) {
        const State& state = classes_[c];
        const char* const where = state.place == Kind::cpu   ? "the CPU"
                                  : state.place == Kind::gpu ? "the GPU"
                                                             : "GPU and CPU";
        news_.push_back(fmt::format("{} ({:.0f} kB) now on {}: {:.1f} % faster",
                                    state.name, 1e-3 * state.bytes, where,
                                    100 * (baseline_ / seconds_per_task - 1)));
    }
}

bool Feedback::is_settled() const {
    if (classes_.empty()) return true;
    if (phase_ != Phase::watch) return false;
    const double patience =
        std::max(kPatience, kPatienceBursts * epochs_.longest());
    if (now_ - comparable_ > patience) return true;
    return reference_ > 0 &&
           std::ranges::none_of(trials_, [this](const Trial& trial) {
               return !trial.was_made && may_begin(trial);
           });
}

std::vector<std::string> Feedback::take_news() {
    return std::exchange(news_, {});
}

}  // namespace tasuki::runtime
