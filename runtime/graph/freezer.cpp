#include "runtime/graph/freezer.hpp"

#include <algorithm>
#include <utility>

#include "runtime/core/log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Above the time of the policy's tasks, and above the best time since:
/// medians of a few iterations differ by that for no reason.
constexpr double kNoGain = 1.02, kSlower = 1.25;
/// Of the time of tasks: no place of a task is worth more.
constexpr double kFarFaster = 0.75;
/// Ends of iterations, or of several together, for which it is slower.
constexpr std::size_t kLong = 18;
/// After which lists are compared: their first runs make graphs, and other
/// ranks begin later.
constexpr std::size_t kJudged = 27;
/// For which the policy may look for better places, at least; and how many
/// times as long it rests then, if it has not settled.
constexpr std::int64_t kLooks = 200, kRests = 10;
constexpr double kLooksFor = 5e8;  // [ns]
/// Until another rank has looked, and has its lists again [ns].
constexpr double kOthersLook = 2 * kLooksFor;

}  // namespace

void Freezer::see_iteration(bool is_policys, bool stays) {
    if (!is_frozen()) {
        left_ = std::max(0, left_ - 1);
        ++looked_;
        if (!is_long_enough()) return;
        rests_ = kRests * looked_;
        return freeze_as(proven_);
    }
    const auto now = pace_->median(/*frozen=*/true);
    if (!now || stays) return;
    best_ = best_ == 0 ? *now : std::min(best_, *now);
    const std::size_t seen = pace_->seen(/*frozen=*/true);
    const bool is_other = proven_ != 0 && lists_ != proven_;
    if (is_policys && (first_ || is_other) && seen < kJudged) return;
    if (std::exchange(first_, false) && is_policys &&
        best_ > kFarFaster * before_) {
        logger().info(
            "graph: {:.1f} us for an iteration, {:.1f} as tasks: the policy "
            "may find better places",
            1e-3 * best_, 1e-3 * before_);
        return look_for_better(best_);
    }
    if (is_other) {
        if (best_ > kNoGain * proven_time_) return freeze_as(proven_);
        proven_ = 0;
    }
    if (rests_ > 0 && --rests_ == 0) return look_for_better(best_);
    if (!note_pace(*now, seen)) return;
    logger().info(
        "graph: {:.1f} us for an iteration, {:.1f} at best, {:.1f} as tasks: "
        "tasks again",
        1e-3 * *now, 1e-3 * best_, 1e-3 * before_);
    // Not slower than tasks were, it may be the best that there is all the
    // same.
    if (is_policys && *now <= kNoGain * before_) return look_for_better(*now);
    proven_ = 0;
    thaw();
}

/// @param now   of an iteration [ns]
/// @param seen  ends of iterations
/// @return      whether they have been slower for long
bool Freezer::note_pace(double now, std::size_t seen) {
    ++slow_;
    if (now <= kNoGain * before_ &&
        (now <= kSlower * best_ || now <= kFarFaster * before_)) {
        fast_ = seen;
        slow_ = 0;
    }
    return seen >= fast_ + kLong &&
           (!has_others_ || static_cast<double>(slow_) * now >= kOthersLook);
}

/// Tasks are not faster meanwhile, either.
bool Freezer::is_long_enough() const {
    const auto now = pace_->median(/*frozen=*/false);
    return proven_ != 0 && looked_ >= kLooks && now &&
           static_cast<double>(looked_) * *now >= kLooksFor &&
           kNoGain * *now > proven_time_;
}

/// @param now  of an iteration with these lists [ns]
void Freezer::look_for_better(double now) {
    proven_ = lists_;
    proven_time_ = now;
    looked_ = 0;
    thaw_for(kFirstWait);
}

bool Freezer::may_freeze() const {
    return !is_frozen() && left_ == 0 && pace_->median(/*frozen=*/false);
}

void Freezer::freeze(bool is_settled) {
    if (is_settled) first_ = false;
    before_ = pace_->median(/*frozen=*/false).value_or(0);
    freeze_as(++most_lists_);
    logger().info(
        "graph: {:.1f} us for an iteration as tasks, which keep their places "
        "from now on",
        1e-3 * before_);
}

void Freezer::freeze_as(int lists) {
    best_ = 0;
    fast_ = 0;
    slow_ = 0;
    lists_ = lists;
    pace_->forget(/*frozen=*/true);
    if (lists != proven_) return;
    logger().info(
        "graph: as before, {:.1f} us for an iteration: no better places were "
        "found",
        1e-3 * proven_time_);
}

void Freezer::thaw() {
    gave_up_ = true;
    wait_ *= 2;
    thaw_for(wait_);
}

void Freezer::thaw_for(int iterations) {
    lists_ = 0;
    left_ = iterations;
    pace_->forget(/*frozen=*/false);
}

}  // namespace tasuki::runtime::detail
