#include "runtime/policy/epochs.hpp"

#include <algorithm>

namespace tasuki::runtime {

namespace {

/// Long enough for a steady rate, short enough to try much [s].
constexpr double kShortest = 2e-3, kLongest = 2e-2;
constexpr int kFewestTasks = 8;
/// A burst has no end in sight if it is so many times longer than all before,
/// and so long [s].
constexpr double kEndless = 4, kPatience = 1;

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
}

std::optional<Epoch> Epochs::ended(double now) {
    if (!started_) {
        started_ = true;
        part_ = burst_ = {.start = now};
        return std::nullopt;
    }
    ++burst_.tasks;
    ++part_.tasks;
    if (!by_bursts_) return end_part(now);
    if (burst_.seconds(now) > std::max(kPatience, kEndless * longest_)) {
        by_bursts_ = false;
        has_changed_ = true;
        cut(now);
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
    return part;
}

std::optional<Epoch> Epochs::paused(double begin, double end) {
    if (!started_) return std::nullopt;
    const Epoch burst{burst_.seconds(begin), burst_.tasks};
    part_.pause += end - std::max(begin, part_.start);
    // Short bursts make an epoch together.
    if (burst.seconds < kShortest || burst.tasks == 0) {
        burst_.pause += end - begin;
        return std::nullopt;
    }
    longest_ = std::max(longest_, burst.seconds);
    usual_ = burst.tasks;
    burst_ = {.start = end};
    if (by_bursts_) return burst;
    // Some of its parts had other places.
    by_bursts_ = has_changed_ = true;
    return std::nullopt;
}

}  // namespace tasuki::runtime
