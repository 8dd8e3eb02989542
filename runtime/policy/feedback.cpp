#include "runtime/policy/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/core/median.hpp"

namespace tasuki::runtime {

namespace {

constexpr std::size_t kWatched = 5;  ///< epochs whose median is the baseline
constexpr std::size_t kTried = 3;    ///< epochs of a trial, likewise
/// Epochs, and bursts, in which the time of a task on a CPU is waited for.
constexpr int kMeasured = 32, kMeasuredBursts = 4;
/// Difference between two bursts, or between the middle ones of five epochs,
/// with which they make a baseline.
constexpr double kSame = 1.02, kSimilar = 1.1;
/// Least gain for a change; the loss that counts as a change of the machine.
constexpr double kGain = 0.985, kDrift = 1.05;
/// A gain that one burst suffices to show.
constexpr double kClearGain = 0.95;
/// A trial this much slower is stopped; bursts vary less than parts of them.
constexpr double kHopeless = 1.1, kHopelessBurst = 1.03;
/// Part of the time that trials may cost; and that first ones may in any case
/// [s].
constexpr double kBudget = 0.005, kFirstLoss = 0.03;
/// Part of the time of a burst that a trial is expected to cost.
constexpr double kRisk = 0.08;
/// Part of the CPUs' time that a class may take if it moves there.
constexpr double kLight = 0.5;
/// An epoch that has tasks on CPUs which could go to either lasts at least so
/// many of them.
constexpr double kLongTasks = 4;
/// Time without a baseline after which there will be none: at least [s], and
/// in bursts.
constexpr double kPatience = 1, kPatienceBursts = 8;

}  // namespace

void Feedback::add(Class c, double bytes, const char* name,
                   const void* kernel) {
    places_.add(c, {bytes, name, kernel, c});
    trials_.push_back({Scope::one, Kind::cpu, c});
    trials_.push_back({Scope::one, Kind::gpu, c});
    find_clock(c, bytes);
}

Feedback::Kind Feedback::place(Class c, double work, int priority) {
    if (c == clock_) ++ready_;
    have_priorities_ = have_priorities_ || priority != 0;
    return places_.place(c, work);
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
    places_.end_epoch(epoch.seconds);
    if (phase_ == Phase::watch) return end_watched(epoch);
    if (phase_ == Phase::measure) {
        const int most = epochs_.by_bursts() ? kMeasuredBursts : kMeasured;
        if (places_.lacks_times() && ++measured_ < most) return;
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
    if (!epochs_.by_bursts() &&
        trying_.seconds < kLongTasks * places_.longest())
        return;
    tried_.push_back(std::exchange(trying_, {}).per_task());
    const double first = tried_.front() / baseline_;
    const bool is_clear =
        epochs_.by_bursts() && (first < kClearGain || first > kHopelessBurst);
    if (tried_.size() < kTried && !is_clear) return;
    const double tried = median(tried_);
    end_trial(tried < kGain * baseline_, tried);
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
    if (trial.scope == Scope::order) return all;
    double part = 0;
    for (const auto& [c, state] : places_.all()) {
        if (state.place == trial.to) continue;
        if (trial.scope == Scope::one && state.group != trial.one) continue;
        if (trial.scope != Scope::all && !places_.may_help(state, trial.to))
            continue;
        const double its = places_.cpu_part(state);
        if (trial.scope == Scope::light && its > kLight) continue;
        part += its;
        all.push_back(c);
    }
    if (trial.scope == Scope::one && trial.to == Kind::cpu && part > kLight)
        return {};
    return all;
}

/// What a trial may cost at least: a burst is placed before it is known to be
/// slow.
double Feedback::risk() const {
    return epochs_.by_bursts() ? kRisk * baseline_ * epochs_.expected_tasks()
                               : 0;
}

bool Feedback::may_begin(const Trial& trial) const {
    if (trial.due > elapsed_) return false;
    const double most =
        std::max(trial.was_made ? 0 : kFirstLoss, kBudget * elapsed_);
    const bool is_first = &trial == trials_.data() && !trial.was_made;
    if (!is_first && lost_ + risk() > most) return false;
    if (trial.scope == Scope::order) return have_priorities_;
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
        before_.emplace_back(c, places_.move(c, next->to));
        if (next->to == Kind::either) places_.ask(c, again, kBudget * elapsed_);
    }
    if (next->scope == Scope::order) keeps_priorities_ = !keeps_priorities_;
    tried_.clear();
    trying_ = {};
    places_.forget_longest();
    is_calm_ = false;
    settling_ = ready_;
    measured_ = 0;
    if (next->scope == Scope::order)
        phase_ = epochs_.by_bursts() ? Phase::trial : Phase::settle;
    else
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
    return !all.empty() && all.size() == before_.size() &&
           std::ranges::all_of(all, moved);
}

void Feedback::end_trial(bool keep, double seconds_per_task) {
    Trial& trial = trials_[current_];
    if (keep) {
        tell_kept(seconds_per_task);
        if (trial.scope == Scope::all) places_.set_first(trial.to);
        reference_ = seconds_per_task;
        make_due();
        for (Trial& other : trials_)
            if (undoes_last(other)) {
                other.was_made = true;
                other.due = elapsed_ + other.wait;
            }
    } else {
        for (const auto& [c, place] : before_) places_.move(c, place);
        if (trial.scope == Scope::order) keeps_priorities_ = !keeps_priorities_;
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
    reference_ = baseline_ = 0;
    watched_ = 1;
}

void Feedback::tell_kept(double seconds_per_task) {
    const double percent = 100 * (baseline_ / seconds_per_task - 1);
    for (const auto& [c, place] : before_) {
        const auto& state = places_.all().at(c);
        const char* const where = state.place == Kind::cpu   ? "the CPU"
                                  : state.place == Kind::gpu ? "the GPU"
                                                             : "GPU and CPU";
        news_.push_back(fmt::format("{} ({:.0f} kB) now on {}: {:.1f} % faster",
                                    state.name, 1e-3 * state.bytes, where,
                                    percent));
    }
    if (before_.empty())
        news_.push_back(fmt::format(
            "tasks now in the order {}: {:.1f} % faster",
            keeps_priorities_ ? "of priorities" : "in which they become ready",
            percent));
}

bool Feedback::is_settled() const {
    if (places_.all().empty()) return true;
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
