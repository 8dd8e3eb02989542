#include "runtime/policy/epochs.hpp"

#include <algorithm>

namespace tasuki::runtime {

namespace {

/// Long enough for a steady rate, short enough to try much [s].
constexpr double kShortest = 2e-3, kLongest = 2e-2;
constexpr int kFewestTasks = 8;
/// Parts that tell whether a burst is even, of which the latest are kept.
constexpr std::size_t kFewParts = 8, kManyParts = 16, kMostParts = 64;
/// Differences between parts with which they can be compared, and with which
/// they no longer can.
constexpr double kEven = 0.05, kUneven = 0.1;
/// A burst that is so many times longer than all before has no end in sight.
constexpr double kEndless = 4;

}  // namespace

double Epochs::seconds(double now) const {
    return (by_bursts_ ? burst_ : part_).seconds(now);
}

void Epochs::cut(double now) {
    part_ = {.start = now};
}

void Epochs::restart() {
    started_ = false;
    usual_ = 0;
    parts_.clear();
}

std::optional<Epoch> Epochs::ended(double now) {
    if (!started_) {
        started_ = true;
        part_ = burst_ = {.start = now};
        return std::nullopt;
    }
    ++burst_.tasks;
    ++part_.tasks;
    const auto part = end_part(now);
    if (!by_bursts_) return part;
    const double limit = kEndless * std::max(longest_, kLongest);
    if (burst_.seconds(now) > limit) {
        by_bursts_ = false;
        has_changed_ = true;
    }
    return std::nullopt;
}

std::optional<Epoch> Epochs::end_part(double now) {
    if (part_.tasks < part_tasks_) return std::nullopt;
    const Epoch part{part_.seconds(now), part_.tasks};
    cut(now);
    if (part.seconds < kShortest) {
        part_tasks_ *= 2;
        return std::nullopt;
    }
    if (part.seconds > kLongest && part_tasks_ > kFewestTasks) {
        part_tasks_ = std::max(kFewestTasks, part_tasks_ / 2);
        return std::nullopt;
    }
    parts_.push_back(part.per_task());
    if (parts_.size() > kMostParts) parts_.erase(parts_.begin());
    return part;
}

/// Whether the parts of this burst differ by at most this, but for a tenth of
/// them at each end.
bool Epochs::is_even(double most) const {
    auto sorted = parts_;
    std::ranges::sort(sorted);
    const auto cut = (sorted.size() + 9) / 10;
    return sorted[sorted.size() - 1 - cut] <= (1 + most) * sorted[cut];
}

bool Epochs::are_even() const {
    return by_bursts_ || was_even_ ||
           (parts_.size() >= kManyParts && is_even(kUneven));
}

/// At the end of a burst.
void Epochs::choose_way() {
    was_even_ =
        parts_.size() >= kFewParts && is_even(by_bursts_ ? kEven : kUneven);
    has_changed_ = has_changed_ || was_even_ == by_bursts_;
    by_bursts_ = !was_even_;
}

std::optional<Epoch> Epochs::paused(double begin, double end, bool was_calm) {
    if (!started_) return std::nullopt;
    const double since = std::max(begin, part_.start);
    const Epoch burst{burst_.seconds(begin), burst_.tasks};
    part_.pause += end - since;
    // Short bursts make an epoch together.
    if (burst.seconds < kShortest || burst.tasks == 0) {
        burst_.pause += end - begin;
        return std::nullopt;
    }
    if (was_calm) choose_way();
    parts_.clear();
    longest_ = std::max(longest_, burst.seconds);
    usual_ = burst.tasks;
    burst_ = {.start = end};
    if (!by_bursts_) return std::nullopt;
    part_ = {.start = end};
    return burst;
}

}  // namespace tasuki::runtime
