#include "runtime/policy/feedback.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "runtime/core/median.hpp"
#include "runtime/policy/noise.hpp"

namespace tasuki::runtime {

namespace {

constexpr std::size_t kWatched = 5;  ///< epochs whose median is the baseline
constexpr std::size_t kTried = 3;    ///< epochs of a trial, likewise
/// Epochs, and bursts, in which the time of a task on a CPU is waited for.
constexpr int kMeasured = 32, kMeasuredBursts = 4;
/// Difference between the last two bursts, or between the middle ones of five
/// epochs, with which they make a baseline.
constexpr double kSimilar = 1.1;
/// Least gain for a change; the loss that counts as a change of the machine.
constexpr double kGain = 0.985, kDrift = 1.05;
/// A gain that one burst suffices to show.
constexpr double kClearGain = 0.95;
/// A trial this much slower is stopped; bursts vary less than parts of them.
constexpr double kHopeless = 1.1, kHopelessBurst = 1.03;
/// An epoch that has tasks on CPUs which could go to either lasts at least so
/// many of them.
constexpr double kLongTasks = 4;
/// Time of epochs that are not alike after which the machine counts as noisy:
/// at least [s], and in bursts.  That of others counts against it.
constexpr double kPatience = 1, kPatienceBursts = 8;
/// The same until the first pause [s]: this may be a long burst.
constexpr double kFirstPatience = 10;
/// Time in which no trial could begin, over the former, after which none will.
constexpr double kHopelessPatience = 4;
/// On a noisy machine a trial is stopped in an epoch that is so many times
/// slower than all watched.
constexpr double kHopelessNoise = 2;

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

double Feedback::patience() const {
    return epochs_.longest() > 0
               ? std::max(kPatience, kPatienceBursts * epochs_.longest())
               : kFirstPatience;
}

void Feedback::note_loss(const Epoch& epoch) {
    if (baseline_ == 0) return;
    // What those that were watched vary by is no loss.
    const double loss = epoch.per_task() / slowest_ - 1;
    lost_ += std::max(0.0, loss) * slowest_ * epoch.tasks;
    Trial& trial = trials_[current_];
    trial.risk = std::max(trial.risk, loss);
}

bool Feedback::is_hopeless(double now) const {
    if (phase_ != Phase::settle && phase_ != Phase::trial) return false;
    const double most = is_noisy_             ? kHopelessNoise
                        : epochs_.by_bursts() ? kHopelessBurst
                                              : kHopeless;
    // For so long no task on a CPU may have ended.
    const double begin = epochs_.by_bursts() ? 0 : places_.longest();
    return epochs_.seconds(now) >
           begin + won_ + most * slowest_ * epochs_.expected_tasks();
}

void Feedback::end_epoch(const Epoch& epoch) {
    elapsed_ += epoch.seconds;
    places_.end_epoch(epoch.seconds);
    if (phase_ == Phase::watch || phase_ == Phase::confirm)
        return end_watched(epoch);
    if (phase_ == Phase::measure) {
        places_.limit_asking(asking());
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
    won_ = std::max(0.0, won_ + baseline_ * epoch.tasks - epoch.seconds);
    trying_.seconds += epoch.seconds;
    trying_.tasks += epoch.tasks;
    // Until then few of those on CPUs have ended.
    if (!epochs_.by_bursts() &&
        trying_.seconds < kLongTasks * places_.longest())
        return;
    tried_.push_back(std::exchange(trying_, {}).per_task());
    if (is_noisy_) return compare_in_noise();
    const double first = tried_.front();
    const bool is_clear =
        epochs_.by_bursts() &&
        (first < kClearGain * fastest_ || first > kHopelessBurst * slowest_);
    if (tried_.size() < kTried && !is_clear) return;
    const double tried = median(tried_), most = kGain * fastest_;
    // What gains more than bursts may differ by is no luck.
    if (!epochs_.by_bursts() || tried >= most || kSimilar * tried < fastest_)
        return end_trial(tried < most, tried);
    watch_old_places();
}

void Feedback::note_noise(bool is_alike, const Epoch& epoch) {
    unlike_ =
        std::max(0.0, unlike_ + (is_alike ? -epoch.seconds : epoch.seconds));
    if (unlike_ <= patience()) return;
    // Too few were tried to be compared in noise.
    if (phase_ == Phase::confirm) end_trial(false, baseline_);
    is_noisy_ = true;
    recent_.clear();
    // Noise may have decided those trials that were made.
    lost_ = 0;
    make_due();
    for (Trial& trial : trials_) trial.was_made = false;
}

void Feedback::compare_in_noise() {
    const auto verdict = compare_noisy(recent_, tried_, kGain);
    if (verdict == Verdict::open) return;
    const double usual = undisturbed(recent_), tried = undisturbed(tried_);
    lost_ += std::max(0.0, 1 - usual / tried) * (elapsed_ - began_);
    if (verdict == Verdict::slower) return end_trial(false, baseline_);
    watch_old_places();
}

/// Once more, as what was tried may have been faster by luck.
void Feedback::watch_old_places() {
    place_tried(false);
    phase_ = Phase::confirm;
    watched_ = 0;
    settling_ = ready_;
    recent_.clear();
}

/// The old places are slower still, so that not only the noise has changed.
void Feedback::confirm() {
    const double tried = is_noisy_ ? undisturbed(tried_) : median(tried_);
    baseline_ = is_noisy_ ? undisturbed(recent_) : last_two().first;
    end_trial(tried < kGain * baseline_, tried);
}

void Feedback::end_watched(const Epoch& epoch) {
    // What was under way at the last change still counts in the first.
    if (settling_ > 0 || ++watched_ == 1) {
        note_loss(epoch);
        return;
    }
    recent_.push_back(epoch.per_task());
    if (recent_.size() > (is_noisy_ ? kNoisyEpochs : kWatched))
        recent_.erase(recent_.begin());
    const bool is_alike = has_baseline();
    if (recent_.size() == kWatched && !is_noisy_) note_noise(is_alike, epoch);
    if (!is_alike) return;
    if (phase_ == Phase::confirm)
        confirm();
    else
        start_trial();
}

/// Whether recent epochs can be compared, and so with others.
bool Feedback::has_baseline() const {
    if (is_noisy_) return recent_.size() == kNoisyEpochs;
    if (!epochs_.are_even()) return false;
    if (epochs_.by_bursts()) {
        if (recent_.size() < 2) return false;
        const auto [least, most] = last_two();
        return most < kSimilar * least;
    }
    if (recent_.size() < kWatched) return false;
    auto sorted = recent_;
    std::ranges::sort(sorted);
    return sorted[kWatched - 2] < kSimilar * sorted[1];
}

/// The faster and the slower one of the last two epochs.
std::pair<double, double> Feedback::last_two() const {
    return std::minmax(recent_[recent_.size() - 2], recent_.back());
}

void Feedback::start_trial() {
    comparable_ = now_;
    baseline_ = median(recent_);
    fastest_ = slowest_ = baseline_;
    if (is_noisy_)
        slowest_ = *std::ranges::max_element(recent_);
    else if (epochs_.by_bursts())
        std::tie(fastest_, slowest_) = last_two();
    began_ = elapsed_;
    places_.limit_asking(asking());
    const bool is_slower = reference_ > 0 && fastest_ > kDrift * reference_;
    // The machine has changed: a trial that failed may help now.  Where epochs
    // are never alike, that means nothing.
    if (is_slower && !is_noisy_) make_due();
    if (reference_ == 0 || is_slower || baseline_ < reference_)
        reference_ = baseline_;
    const Trial* const next = next_trial();
    if (next == nullptr) return;
    current_ = static_cast<std::size_t>(next - trials_.data());
    const bool again = std::exchange(trials_[current_].was_made, true);
    before_.clear();
    for (const Class c : members(*next)) {
        before_.emplace_back(c, places_.move(c, next->to));
        if (next->to == Kind::either) places_.ask(c, again, budget());
    }
    switch_over(next->scope);
    tried_.clear();
    trying_ = {};
    won_ = 0;
    places_.forget_longest();
    is_calm_ = false;
    settling_ = ready_;
    measured_ = 0;
    if (!next->is_of_places())
        phase_ = epochs_.by_bursts() ? Phase::trial : Phase::settle;
    else
        phase_ = next->to == Kind::either ? Phase::measure : Phase::settle;
}

void Feedback::end_trial(bool keep, double seconds_per_task) {
    Trial& trial = trials_[current_];
    if (phase_ == Phase::confirm) place_tried(true);
    if (keep) {
        tell_kept(seconds_per_task);
        if (trial.scope == Scope::all) places_.set_first(trial.to);
        reference_ = seconds_per_task;
        // In noise nothing is tried more often for a change, so that changes
        // come to an end where they gain nothing.
        if (!is_noisy_) make_due();
        for (Trial& other : trials_)
            if (undoes_last(other)) {
                other.was_made = true;
                other.risk = std::max(kRisk, baseline_ / seconds_per_task - 1);
                other.due = elapsed_ + other.wait;
            }
    } else {
        tell_failed();
        place_tried(false);
    }
    trial.due = elapsed_ + trial.wait;
    trial.wait *= 2;
    phase_ = Phase::watch;
    is_calm_ = false;
    const bool goes_on = keep && !is_noisy_;  // with the places of the trial
    watched_ = goes_on ? 1 : 0;
    settling_ = goes_on ? 0 : ready_;
    recent_.clear();
    if (goes_on) recent_ = tried_;
}

/// Moves what is tried to where it is tried, or back.
void Feedback::place_tried(bool there) {
    const Trial& trial = trials_[current_];
    for (const auto& [c, place] : before_)
        places_.move(c, there ? trial.to : place);
    switch_over(trial.scope);
    is_calm_ = false;
}

/// Of a trial that is not of places.
void Feedback::switch_over(Scope scope) {
    if (scope == Scope::order) keeps_priorities_ = !keeps_priorities_;
    if (scope == Scope::transfers) expects_crowd_ = !expects_crowd_;
    if (scope == Scope::sharing) shares_gpus_ = !shares_gpus_;
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
    unlike_ = 0;
    is_noisy_ = false;
    watched_ = 1;
}

bool Feedback::is_settled() const {
    if (places_.all().empty()) return true;
    if (phase_ != Phase::watch) return false;
    // Until the first pause this need not be noise.
    const double most = epochs_.longest() > 0 || is_noisy_
                            ? kHopelessPatience * patience()
                            : kPatience;
    if (now_ - comparable_ > most) return true;
    return reference_ > 0 &&
           std::ranges::none_of(trials_, [this](const Trial& trial) {
               return !trial.was_made && may_begin(trial);
           });
}

}  // namespace tasuki::runtime
