#include "runtime/policy/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/core/median.hpp"

namespace tasuki::runtime {

namespace {

/// Classes with more data than this part of the largest tasks' stay where they
/// are: moving them moves fields.
constexpr double kSmall = 0.15;
/// An epoch: long enough for a steady rate, short enough to try much [s].
constexpr double kShortestEpoch = 2e-3, kLongestEpoch = 2e-2;
constexpr int kFewestTasks = 8;
constexpr int kWatched = 5;  ///< epochs whose median is the baseline
constexpr int kTried = 3;    ///< epochs of a trial, of which the best counts
/// Least gain for a change; the loss that counts as a change of the machine.
constexpr double kGain = 0.985, kDrift = 1.05;
/// A trial this much slower is stopped.
constexpr double kHopeless = 1.1;
/// Part of the time that trials may cost which are made again.
constexpr double kBudget = 0.005;

}  // namespace

void Feedback::add(Class c, double bytes, const char* name) {
    classes_.emplace(c, State{bytes, name});
    find_clock(c, bytes);
    list_trials();
}

Feedback::Kind Feedback::place(Class c) const {
    return classes_.at(c).on_cpu ? Kind::cpu : Kind::gpu;
}

void Feedback::find_clock(Class c, double bytes) {
    if (bytes <= clock_bytes_) return;
    clock_ = c;
    clock_bytes_ = bytes;
    started_ = false;
}

/// All small classes together, then each alone.
void Feedback::list_trials() {
    if (phase_ != Phase::watch) end_trial(false, baseline_);
    trials_.clear();
    Trial all;
    for (const auto& [c, state] : classes_)
        if (c != clock_ && state.bytes < kSmall * clock_bytes_)
            all.classes.push_back(c);
    if (all.classes.size() > 1) trials_.push_back(all);
    for (const Class c : all.classes) trials_.push_back({.classes = {c}});
}

void Feedback::flip(const Trial& trial) {
    for (const Class c : trial.classes)
        classes_[c].on_cpu = !classes_[c].on_cpu;
}

void Feedback::restart_epoch(double now) {
    epoch_start_ = now;
    pause_ = 0;
    ended_ = 0;
}

void Feedback::paused(double begin, double end) {
    if (started_) pause_ += end - std::max(begin, epoch_start_);
}

void Feedback::ended(Class c, double now) {
    if (c != clock_) return;
    if (!started_) {
        started_ = true;
        restart_epoch(now);
        return;
    }
    ++ended_;
    const double seconds = now - epoch_start_ - pause_;
    if (phase_ != Phase::watch &&
        seconds > kHopeless * baseline_ * epoch_tasks_) {
        elapsed_ += seconds;
        lost_ += seconds - baseline_ * ended_;
        end_trial(false, baseline_);
        restart_epoch(now);
        return;
    }
    if (ended_ < epoch_tasks_) return;
    elapsed_ += seconds;
    if (phase_ == Phase::watch && seconds < kShortestEpoch) {
        epoch_tasks_ *= 2;
        recent_.clear();
    } else if (phase_ == Phase::watch && seconds > kLongestEpoch &&
               epoch_tasks_ > kFewestTasks) {
        epoch_tasks_ = std::max(kFewestTasks, epoch_tasks_ / 2);
    } else {
        end_epoch(seconds / epoch_tasks_);
    }
    restart_epoch(now);
}

void Feedback::end_epoch(double seconds_per_task) {
    if (phase_ == Phase::watch) {
        if (++epochs_ == 1) return;  // what was under way still counts in it
        recent_.push_back(seconds_per_task);
        if (recent_.size() > kWatched) recent_.erase(recent_.begin());
        if (recent_.size() == kWatched) start_trial();
        return;
    }
    lost_ += std::max(0.0, seconds_per_task - baseline_) * epoch_tasks_;
    if (phase_ == Phase::settle) {
        phase_ = Phase::trial;
        return;
    }
    tried_.push_back(seconds_per_task);
    if (tried_.size() < kTried) return;
    const double tried = median(tried_);
    end_trial(tried < kGain * baseline_, tried);
}

void Feedback::start_trial() {
    baseline_ = median(recent_);
    if (reference_ > 0 && baseline_ > kDrift * reference_)
        for (Trial& trial : trials_) {
            // The machine has changed: a trial that failed may help now.
            trial.due = 0;
            trial.wait = kFirstWait;
        }
    if (reference_ == 0 || baseline_ > kDrift * reference_ ||
        baseline_ < reference_)
        reference_ = baseline_;
    const auto next = std::ranges::min_element(trials_, {}, [](const Trial& t) {
        return std::pair{t.was_made, t.due};
    });
    if (next == trials_.end() || next->due > elapsed_) return;
    if (next->was_made && lost_ > kBudget * elapsed_) return;
    next->was_made = true;
    current_ = static_cast<std::size_t>(next - trials_.begin());
    flip(*next);
    tried_.clear();
    phase_ = Phase::settle;
}

void Feedback::end_trial(bool keep, double seconds_per_task) {
    Trial& trial = trials_[current_];
    if (keep) {
        for (const Class c : trial.classes)
            news_.push_back(
                fmt::format("{} ({:.0f} kB) now on the {}: {:.1f} % faster",
                            classes_[c].name, 1e-3 * classes_[c].bytes,
                            classes_[c].on_cpu ? "CPU" : "GPU",
                            100 * (baseline_ / seconds_per_task - 1)));
        reference_ = seconds_per_task;
        for (Trial& other : trials_) {
            other.due = 0;
            other.wait = kFirstWait;
        }
    } else {
        flip(trial);
    }
    trial.due = elapsed_ + trial.wait;
    trial.wait *= 2;
    phase_ = Phase::watch;
    epochs_ = 0;
    recent_.clear();
}

bool Feedback::is_settled() const {
    return trials_.empty() || (phase_ == Phase::watch && reference_ > 0 &&
                               std::ranges::all_of(trials_, &Trial::was_made));
}

std::vector<std::string> Feedback::take_news() {
    return std::exchange(news_, {});
}

}  // namespace tasuki::runtime
