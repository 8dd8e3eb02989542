#include "runtime/graph/observation.hpp"

#include <algorithm>

#include "runtime/core/clock.hpp"
#include "runtime/graph/recording.hpp"

namespace tasuki::runtime::detail {

namespace {

/// A task that ran on the same worker so often is to stay there.
constexpr int kSteady = 8;

}  // namespace

void Pace::see_end(bool frozen, std::int64_t now, int iterations) {
    const std::lock_guard lock{mutex_};
    Intervals& its = intervals_[frozen ? 1 : 0];
    if (last_end_ != 0 && last_was_frozen_ == frozen) {
        const std::int64_t interval = (now - last_end_) / iterations;
        if (its.before > 0)
            its.last[its.seen++ % kIterations] = (its.before + interval) / 2;
        its.before = interval;
    } else {
        its.before = 0;
    }
    last_end_ = now;
    last_was_frozen_ = frozen;
}

std::optional<double> Pace::median(bool frozen) const {
    const std::lock_guard lock{mutex_};
    const Intervals& its = intervals_[frozen ? 1 : 0];
    if (its.seen < kIterations) return std::nullopt;
    auto sorted = its.last;
    const auto middle = sorted.begin() + kIterations / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    return static_cast<double>(*middle);
}

std::size_t Pace::seen(bool frozen) const {
    const std::lock_guard lock{mutex_};
    return intervals_[frozen ? 1 : 0].seen;
}

void Pace::forget(bool frozen) {
    const std::lock_guard lock{mutex_};
    intervals_[frozen ? 1 : 0] = {};
}

Observation::Observation(std::size_t submissions, bool frozen,
                         std::shared_ptr<Pace> pace)
    : frozen_{frozen}, pace_{std::move(pace)}, places_(submissions) {}

void Observation::see_end(std::size_t submission, int worker, int iterations) {
    Place& place = places_[submission];
    if (place.worker.exchange(worker) == worker)
        ++place.times;
    else
        place.times = 1;
    if (submission + 1 == places_.size() && iterations > 0)
        pace_->see_end(frozen_, machine_nanoseconds(), iterations);
}

int Observation::worker(std::size_t submission) const {
    const Place& place = places_[submission];
    return place.times >= kSteady ? place.worker.load() : kAnyWorker;
}

void Observation::release() {
    if (--holders_ == 0) delete this;
}

}  // namespace tasuki::runtime::detail
