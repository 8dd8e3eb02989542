#include "runtime/policy/feedback.hpp"

#include <algorithm>
#include <utility>

namespace tasuki::runtime {

namespace {

/// Epochs, and bursts, that are watched; and most that are tried.
constexpr std::size_t kWatched = 5, kWatchedBursts = 2, kTried = 3;
/// Epochs, and bursts, in which the time of a task on a CPU is waited for.
constexpr int kMeasured = 32, kMeasuredBursts = 4;
/// Least gain for a change; the loss that counts as a change of the machine.
constexpr double kGain = 0.985, kDrift = 1.05;
/// A gain that one burst suffices to show, and one that is no luck.
constexpr double kClearGain = 0.95, kSureGain = 0.9;
/// A trial this much slower is stopped; bursts vary less than parts of them.
constexpr double kHopeless = 1.1, kHopelessBurst = 1.03;
/// An epoch that has tasks on CPUs which could go to either lasts at least so
/// many of them.
constexpr double kLongTasks = 4;

}  // namespace

void Feedback::add(Class c, double bytes, const char* name,
                   const void* kernel) {
    places_.add(c, {bytes, name, kernel});
    trials_.push_back({Scope::one, Kind::cpu, c});
    trials_.push_back({Scope::one, Kind::gpu, c});
    find_clock(c, bytes);
}

Feedback::Kind Feedback::place(Class c, double work) {
    if (c == clock_) ++ready_;
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
    const auto epoch = epochs_.paused(begin, end);
    if (epochs_.has_changed()) break_off();
    if (epoch) end_epoch(*epoch);
}

void Feedback::ended(Class c, double now) {
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
    // What those that were watched vary by is no loss.
    const double loss = epoch.per_task() / slowest_ - 1;
    lost_ += std::max(0.0, loss) * slowest_ * epoch.tasks;
    Trial& trial = trials_[current_];
    trial.risk = std::max(trial.risk, loss);
}

bool Feedback::is_hopeless(double now) const {
    if (phase_ != Phase::settle && phase_ != Phase::trial) return false;
    const double most = epochs_.by_bursts() ? kHopelessBurst : kHopeless;
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
        if (!places_.lacks_times() || ++measured_ >= most) begin_settling();
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
    const double tried = fast(tried_);
    const bool is_clear =
        epochs_.by_bursts() &&
        (tried < kClearGain * baseline_ || tried > kHopelessBurst * slowest_);
    if (tried_.size() < kTried && !is_clear) return;
    if (tried >= kGain * baseline_ || tried < kSureGain * baseline_)
        return end_trial(tried < kGain * baseline_, tried);
    watch_old_places();
}

/// Other programs make epochs longer, and hardly ever shorter.  But the fastest
/// of several may also count tasks that ended late in the one before.
double Feedback::fast(std::vector<double> epochs) const {
    const auto place =
        epochs.begin() + (epochs_.by_bursts() || epochs.size() == 1 ? 0 : 1);
    std::ranges::nth_element(epochs, place);
    return *place;
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
    baseline_ = fast(recent_);
    end_trial(fast(tried_) < kGain * baseline_, fast(tried_));
}

void Feedback::end_watched(const Epoch& epoch) {
    // What was under way at the last change still counts in the first.
    if (settling_ > 0 || ++watched_ == 1) return note_loss(epoch);
    recent_.push_back(epoch.per_task());
    const auto most = epochs_.by_bursts() ? kWatchedBursts : kWatched;
    if (recent_.size() > most) recent_.erase(recent_.begin());
    if (recent_.size() < most) return;
    if (phase_ == Phase::confirm)
        confirm();
    else
        start_trial();
}

void Feedback::start_trial() {
    baseline_ = fast(recent_);
    slowest_ = *std::ranges::max_element(recent_);
    places_.limit_asking(asking());
    // The machine has changed: a trial that failed may help now.
    const bool is_slower = reference_ > 0 && baseline_ > kDrift * reference_;
    if (is_slower) make_due();
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
    tried_.clear();
    trying_ = {};
    won_ = 0;
    places_.forget_longest();
    measured_ = 0;
    if (next->to == Kind::either)
        phase_ = Phase::measure;
    else
        begin_settling();
}

/// Tasks that were placed before the change come to an end; in a burst all
/// have.
void Feedback::begin_settling() {
    settling_ = ready_;
    phase_ = epochs_.by_bursts() ? Phase::trial : Phase::settle;
}

void Feedback::end_trial(bool keep, double seconds_per_task) {
    Trial& trial = trials_[current_];
    const bool goes_on =
        keep && (epochs_.by_bursts() || phase_ == Phase::trial);
    if (phase_ == Phase::confirm) place_tried(true);
    if (keep) {
        tell_kept(seconds_per_task);
        if (trial.scope == Scope::all) places_.set_first(trial.to);
        reference_ = seconds_per_task;
        make_due();
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
    // Its epochs had the places that stay.
    watched_ = goes_on ? 1 : 0;
    settling_ = goes_on ? 0 : ready_;
    recent_.clear();
    if (goes_on) recent_ = tried_;
}

/// Moves what is tried to where it is tried, or back.
void Feedback::place_tried(bool there) {
    for (const auto& [c, place] : before_)
        places_.move(c, there ? trials_[current_].to : place);
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

bool Feedback::is_settled() const {
    if (places_.all().empty()) return true;
    return phase_ == Phase::watch && reference_ > 0 &&
           std::ranges::none_of(trials_, [this](const Trial& trial) {
               return !trial.was_made && may_begin(trial);
           });
}

}  // namespace tasuki::runtime
