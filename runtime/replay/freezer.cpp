#include "runtime/replay/freezer.hpp"

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

}  // namespace

void Freezer::see_iteration(bool is_policys, bool stays) {
    if (!frozen_) {
        left_ = std::max(0, left_ - 1);
        return;
    }
    const auto now = pace_->median(/*frozen=*/true);
    if (!now || stays) return;
    best_ = best_ == 0 ? *now : std::min(best_, *now);
    if (std::exchange(first_, false) && is_policys &&
        *now > kFarFaster * before_) {
        logger().info(
            "replay: {:.1f} us for an iteration, {:.1f} as tasks: the policy "
            "may find better places",
            1e-3 * *now, 1e-3 * before_);
        return thaw_for(kFirstWait);
    }
    const std::size_t seen = pace_->seen(/*frozen=*/true);
    if (*now <= kNoGain * before_ && *now <= kSlower * best_) fast_ = seen;
    if (seen < fast_ + kLong) return;
    logger().info(
        "replay: {:.1f} us for an iteration, {:.1f} at best, {:.1f} as tasks: "
        "tasks again",
        1e-3 * *now, 1e-3 * best_, 1e-3 * before_);
    thaw();
}

bool Freezer::may_freeze() const {
    return !frozen_ && left_ == 0 && pace_->median(/*frozen=*/false);
}

void Freezer::freeze() {
    before_ = pace_->median(/*frozen=*/false).value_or(0);
    best_ = 0;
    fast_ = 0;
    frozen_ = true;
    pace_->forget(/*frozen=*/true);
    logger().info(
        "replay: {:.1f} us for an iteration as tasks, which keep their places "
        "from now on",
        1e-3 * before_);
}

void Freezer::thaw() {
    gave_up_ = true;
    wait_ *= 2;
    thaw_for(wait_);
}

void Freezer::thaw_for(int iterations) {
    frozen_ = false;
    left_ = iterations;
    pace_->forget(/*frozen=*/false);
}

}  // namespace tasuki::runtime::detail
