#include "runtime/graph/placement_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/core/host_memory.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Part of the best time below which a placement is faster.
constexpr double kGain = 0.985;
/// A larger step may still help if a smaller one was not slower than that, as a
/// part may be too small to matter; and a placement that is slower is not
/// timed again.
constexpr double kNeutral = 1.05, kSlower = 1.1;
/// A first run that is so many times slower is the last one, but for the time
/// that data and graphs take, once [s].
constexpr double kHopeless = 2, kOnce = 1e-2;
/// Runs that are timed together last so long: the device waits for the host
/// once for each time [s].
constexpr double kTimed = 2e-3;
constexpr std::int64_t kMostTimed = 512;
/// Times of which the least counts: other programs only make runs slower.
constexpr int kTimes = 3;
/// Of a class, the smallest part that is moved: what it gains is less than
/// kGain asks for.
constexpr int kSteps = 32;
/// Part of the time that trials may cost.
constexpr double kShare = 0.02;
/// How much slower runs have to become, and for how many times in a row, until
/// the machine counts as changed.
constexpr double kChanged = 1.25;
constexpr int kLong = 16;

}  // namespace

std::vector<std::size_t> PlacementSearch::add(std::span<const Class> classes,
                                              std::span<const Shared> shared) {
    std::vector<std::size_t> numbers;
    bool is_new = false;
    for (const Class& its : classes) {
        const auto known = std::ranges::find_if(classes_, [&](const Class& c) {
            return c.kernel == its.kernel && c.bits == its.bits;
        });
        numbers.push_back(static_cast<std::size_t>(known - classes_.begin()));
        is_new |= known == classes_.end() || known->parts < its.parts;
        if (known == classes_.end())
            classes_.push_back(its);
        else
            known->parts = std::max(known->parts, its.parts);
    }
    if (!classes.empty()) ++graphs_;
    for (const Shared& array : shared) {
        shared_.push_back(array);
        for (auto& user : shared_.back().users)
            if (user.its_class != Shared::kFixed)
                user.its_class = numbers[user.its_class];
    }
    best_.resize(classes_.size());
    if (is_new) begin();
    return numbers;
}

/// The light classes come first: they cost little where they do not help.
void PlacementSearch::begin() {
    std::vector<std::size_t> order(classes_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [this](auto c) {
        return std::pair{classes_[c].bits, classes_[c].parts};
    });
    moves_.clear();
    const auto add = [this](const std::vector<std::size_t>& classes) {
        int parts = 0;
        for (const auto c : classes) parts = std::max(parts, classes_[c].parts);
        for (const int direction : {1, -1})
            moves_.push_back({classes, direction, parts});
    };
    for (const auto c : order) add({c});
    // What helps only together, without the heaviest class and with it.
    if (order.size() > 2) add({order.begin(), order.end() - 1});
    if (order.size() > 1) add(order);
    move_ = 0;
    next_move();
    has_improved_ = false;
    failed_.clear();
    hopeless_.clear();
    time_ = 0;
    timed_ = graphs_;
    placement_ = best_;
    start(Phase::first, 1);
}

void PlacementSearch::start(Phase phase, std::int64_t runs) {
    phase_ = phase;
    runs_ = runs;
    times_ = 0;
    least_ = std::numeric_limits<double>::infinity();
}

void PlacementSearch::see(double seconds) {
    const bool is_trial = placement_ != best_;
    elapsed_ += seconds * static_cast<double>(runs_);
    if (is_trial && !warms_)
        lost_ += std::max(0.0, seconds - time_) * static_cast<double>(runs_);
    switch (phase_) {
        case Phase::first:
            if (is_trial && seconds > kHopeless * time_ + kOnce) {
                const auto& classes = moves_[move_].classes;
                if (classes.size() == 1) hopeless_.insert(classes.front());
                return end_trial(seconds);
            }
            return start(Phase::warm, 2 * graphs_ - 1);
        case Phase::warm:
            return start(Phase::timed, timed_);
        case Phase::timed:
            if (!is_trial && timed_ < kMostTimed &&
                seconds * static_cast<double>(timed_) < kTimed)
                return start(Phase::timed, timed_ *= 2);
            least_ = std::min(least_, seconds);
            if (++times_ < kTimes && (!is_trial || least_ <= kSlower * time_))
                return;
            if (is_trial) return end_trial(least_);
            time_ = least_;
            return next();
        case Phase::rest:
            return next();
        case Phase::watch:
            return;
    }
}

void PlacementSearch::end_trial(double seconds) {
    if (seconds < kGain * time_) {
        logger().info("graph: {:.1f} us for a run with {}, {:.1f} before",
                      1e6 * seconds, in_words(), 1e6 * time_);
        failed_.insert(std::exchange(best_, placement_));
        time_ = seconds;
        has_improved_ = true;
        grows_ ? step_ *= 2 : step_ /= 2;
    } else {
        logger().debug("graph: {:.1f} us for a run with {}, {:.1f} without",
                       1e6 * seconds, in_words(), 1e6 * time_);
        failed_.insert(placement_);
        if (grows_ && seconds < kNeutral * time_)
            step_ *= 2;
        else
            shrink_step();
    }
    next();
}

void PlacementSearch::shrink_step() {
    grows_ = false;
    step_ /= 2;
}

/// The next candidate, or what there is without one.
void PlacementSearch::next() {
    placement_ = best_;
    if (lost_ > 0 && !warms_) {
        const double runs = std::ceil(lost_ / (kShare * time_));
        lost_ = 0;
        return start(Phase::rest, static_cast<std::int64_t>(runs));
    }
    if (find_candidate()) {
        const double missing = first_cost(placement_) - affordable();
        if (warms_ || missing <= 0) return start(Phase::first, 1);
        placement_ = best_;
        const double runs = std::ceil(missing / (kShare * time_));
        return start(Phase::rest, static_cast<std::int64_t>(runs));
    }
    logger().info("graph: {:.1f} us for a run, nothing faster was found",
                  1e6 * time_);
    slow_ = 0;
    start(Phase::watch, timed_);
}

bool PlacementSearch::find_candidate() {
    for (;;) {
        if (move_ == moves_.size()) {
            if (!std::exchange(has_improved_, false)) return false;
            move_ = 0;
            next_move();
        }
        const Move& move = moves_[move_];
        if (step_ < std::max(1, move.parts / kSteps)) {
            ++move_;
            next_move();
            continue;
        }
        Placement candidate = moved(move);
        if (candidate != best_ && !failed_.contains(candidate) &&
            least_time(candidate) < kGain * time_ &&
            (!warms_ || first_cost(candidate) <= affordable())) {
            placement_ = std::move(candidate);
            return true;
        }
        shrink_step();
    }
}

/// Its smallest step: what it may cost is little, and doubles at most.
void PlacementSearch::next_move() {
    grows_ = true;
    if (move_ < moves_.size())
        step_ = std::max(1, moves_[move_].parts / kSteps);
}

PlacementSearch::Placement PlacementSearch::moved(const Move& move) const {
    Placement placement = best_;
    for (const auto c : move.classes) {
        if (move.classes.size() > 1 && hopeless_.contains(c)) continue;
        const int parts = classes_[c].parts;
        const int step = (step_ * parts + move.parts - 1) / move.parts;
        placement[c] =
            std::clamp(placement[c] + move.direction * step, 0, parts);
    }
    return placement;
}

bool PlacementSearch::is_on_cpus(const Shared::User& user,
                                 const Placement& placement,
                                 const std::vector<Class>& classes) {
    if (user.its_class == Shared::kFixed) return user.part < 0;
    const int all = classes[user.its_class].parts;
    return user.part * all < placement[user.its_class] * user.parts;
}

/// Of its first run: memory of the host for arrays that no CPU uses now [s].
double PlacementSearch::first_cost(const Placement& placement) const {
    double bytes = 0;
    for (const Shared& array : shared_) {
        const auto is_used_in = [&](const Placement& its) {
            return std::ranges::any_of(array.users, [&](const auto& user) {
                return is_on_cpus(user, its, classes_);
            });
        };
        if (is_used_in(placement) && !is_used_in(best_)) bytes += array.bytes;
    }
    return bytes / kPinnedPerSecond;
}

/// What a trial may cost by now [s].
double PlacementSearch::affordable() const {
    return std::max(kFree, kShare * elapsed_);
}

/// Of a run: what one side writes and the other reads has to travel.
double PlacementSearch::least_time(const Placement& placement) const {
    double seconds = 0;
    for (const Shared& array : shared_) {
        bool reads[2] = {}, writes[2] = {};
        for (const auto& user : array.users) {
            const bool side = is_on_cpus(user, placement, classes_);
            reads[side] |= user.reads;
            writes[side] |= user.writes;
        }
        if ((reads[0] && writes[1]) || (reads[1] && writes[0]))
            seconds += array.seconds;
    }
    return seconds / graphs_;
}

void PlacementSearch::watch(double seconds) {
    slow_ = seconds > kChanged * time_ ? slow_ + 1 : 0;
    if (slow_ < kLong) return;
    logger().info("graph: {:.1f} us for a run, {:.1f} before: tries again",
                  1e6 * seconds, 1e6 * time_);
    begin();
}

std::string PlacementSearch::in_words() const {
    std::string text;
    for (std::size_t c = 0; c < classes_.size(); ++c)
        if (placement_[c] > 0)
            text += fmt::format("{}{} of {} parts of {}",
                                text.empty() ? "" : ", ", placement_[c],
                                classes_[c].parts, classes_[c].kernel);
    return text.empty() ? "all tasks on GPUs" : text + " on CPUs";
}

}  // namespace tasuki::runtime::detail
