#include "runtime/replay/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/replay/batches.hpp"
#include "runtime/replay/only_worker.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime {

namespace {

using detail::Buffer;
using detail::Recording;
using detail::Submission;

/// Iterations that are remembered: a program that does different things in turn
/// has few of them.
constexpr std::size_t kMostSeen = 4, kMostKept = 8;

/// Iterations that begin like another one: it is expected first no longer.
constexpr int kMostMisses = 2;

/// For messages that may be in lists later, before they stay tasks.
constexpr int kMostWaits = 16;

/// Iterations until one is kept, and until it is frozen for the first time, if
/// they are ever.
constexpr std::int64_t kFirstSeen = 4, kFirstFrozen = 40;

/// Of a warm-up, if one round of work does not take longer, and of the time in
/// which the policy is held; and with several ranks, whose policies look for
/// places one after the other [s].
constexpr double kLongestWarmUp = 1, kLongestOfRanks = 3;

}  // namespace

Replays parse_replays(std::string_view text) {
    if (text == "auto") return Replays::automatic;
    if (text == "on") return Replays::on;
    if (text == "off") return Replays::off;
    throw UsageError(
        fmt::format("--replay: expected auto, on or off, found '{}'", text));
}

Replay::~Replay() {
    hold_policy(false);
    if (counts_.iterations > 0)
        logger().info("replayed {} of {} iterations: {} tasks in {} lists",
                      counts_.replayed, counts_.iterations, counts_.listed,
                      counts_.lists);
}

void Replay::iteration(const std::function<void()>& submit) {
    Session& session = context_.session();
    if (session.replay != nullptr)
        throw UsageError("an iteration in an iteration of a Replay");
    if (!session.replays) return submit();
    thread_ = std::this_thread::get_id();
    now_ = std::make_unique<Recording>();
    free_.clear();
    waits_ = false;
    next_ = 0;
    if (counts_.iterations++ == 0) began_ = machine_nanoseconds();
    ++session.iterations;
    hold_policy(begins());
    session.replay = this;
    const auto end = [&](const auto& how) {
        const std::lock_guard lock{session.of_replay};
        session.replay = nullptr;
        how();
    };
    try {
        submit();
    } catch (...) {
        end([this] { break_off(next_); });
        throw;
    }
    end([this] { finish(); });
}

void Replay::warm_up(const std::function<double()>& work) const {
    const Ranks& ranks = context_.ranks();
    double seconds = 0, unsettled = 0;
    do {
        seconds += ranks.largest(work());
        const bool is_settled =
            !begins() && (freezer_.is_settled() || context_.is_settled());
        unsettled = ranks.largest(is_settled ? 0 : 1);
    } while (unsettled > 0 && seconds < longest_warm_up());
}

double Replay::longest_warm_up() const {
    return context_.ranks().several() ? kLongestOfRanks : kLongestWarmUp;
}

/// Whether it is too early for the policy to try other places of tasks: it has
/// not been tried yet what iterations take that are frozen, which other ranks
/// may have to come to know of first.  Not of iterations so long that the
/// places of their tasks count for more than what the tasks cost.
bool Replay::begins() const {
    if (!context_.session().replays) return false;
    const auto has_free = [](const auto& kept) { return !kept->free.empty(); };
    const bool is_early =
        kept_.empty()
            ? counts_.iterations > 0 && counts_.iterations < kFirstSeen
            : freezer_.is_new() && std::ranges::any_of(kept_, has_free) &&
                  waited_ < kMostWaits &&
                  counts_.iterations < kFirstFrozen * (1 + waited_);
    return is_early &&
           1e-9 * static_cast<double>(machine_nanoseconds() - began_) <=
               longest_warm_up();
}

void Replay::hold_policy(bool holds) {
    if (std::exchange(holds_policy_, holds) == holds) return;
    if (const auto hold = context_.session().hold; hold != nullptr) hold(holds);
}

/// In whose list it goes.
int Replay::worker_of(std::size_t k, const Submission& s) {
    const int only = detail::only_worker(context_.session(), s);
    if (!detail::may_be_listed(s, only)) return detail::kAnyWorker;
    if (s.crossing != nullptr) {
        free_.push_back(k);
        if (renewed_ == nullptr || !freezer_.is_frozen())
            return detail::kAnyWorker;
        const auto fits = s.crossing->fits_list();
        waits_ |= fits == detail::FitsList::not_yet;
        return fits == detail::FitsList::yes ? only : detail::kAnyWorker;
    }
    if (only != detail::kAnyWorker && !context_.session().compares_replays)
        return only;
    free_.push_back(k);
    if (renewed_ == nullptr || !freezer_.is_frozen()) return detail::kAnyWorker;
    return only != detail::kAnyWorker ? only : renewed_->observation->worker(k);
}

/// Whether the policy gives its tasks the same places all the time.
bool Replay::is_steady(const Kept& kept) const {
    return std::ranges::all_of(kept.free, [&](std::size_t k) {
        return kept.observation->worker(k) != detail::kAnyWorker;
    });
}

void Replay::freeze_or_thaw(const Kept& kept) {
    const TraceLog* const log = context_.session().log;
    freezer_.see_iteration(kept.is_policys, log != nullptr && log->has_begun());
    if (!freezer_.may_freeze() || !is_steady(kept)) return;
    if (!kept.is_policys || !freezer_.needs_settled() || context_.is_settled())
        freezer_.freeze();
}

/// Looks among what is kept for an iteration that begins like this one.
void Replay::expect(const Submission& first) {
    const auto found = std::find_if(
        kept_.rbegin(), kept_.rend(),
        [&](const auto& kept) { return kept->recording->matches(0, first); });
    if (found == kept_.rend()) return;
    if (!(*found)->free.empty()) {
        freeze_or_thaw(**found);
        const int lists = (*found)->lists;
        if (lists != freezer_.lists() && !bring_back(*found) &&
            (lists != 0 || is_steady(**found))) {
            renewed_ = found->get();
            return;
        }
    }
    expected_ = found->get();
    now_.reset();
}

/// It has its proven lists again, if the Freezer returns to these.
bool Replay::bring_back(std::unique_ptr<Kept>& kept) {
    const auto before = std::ranges::find_if(proven_, [&](const auto& its) {
        return its->lists == freezer_.lists() &&
               *its->recording == *kept->recording;
    });
    if (before == proven_.end()) {
        // It had none, and keeps those that it has.
        const bool has = kept->lists != 0 && freezer_.is_frozen();
        if (has) kept->lists = freezer_.lists();
        return has;
    }
    kept = std::move(*before);
    proven_.erase(before);
    return true;
}

bool Replay::takes(const Submission& submission) {
    if (thread_ != std::this_thread::get_id()) {
        for (const Buffer& buffer : submission.buffers) meet(buffer.handle);
        return false;
    }
    const std::size_t k = next_++;
    if (k == 0) expect(submission);
    const Kept* const its = expected_ != nullptr ? expected_ : renewed_;
    if (its != nullptr && !its->recording->matches(k, submission)) break_off(k);
    if (expected_ != nullptr) return takes_expected(k, submission);
    now_->add(submission, worker_of(k, submission));
    return false;
}

bool Replay::takes_expected(std::size_t k, const Submission& submission) {
    const bool is_last = k + 1 == expected_->recording->size();
    detail::Observation* const observation =
        expected_->free.empty() ? nullptr : expected_->observation.get();
    const auto& segment = expected_->recording->segment_of(k);
    if (segment == nullptr) {
        detail::submit_task(context_.session(), submission, {observation, k});
        return true;
    }
    Open& its = open(segment);
    if (is_last && observation != nullptr) its.list->observe(*observation, k);
    const auto& task = segment->tasks[segment->submitted[its.come.size()]];
    std::memcpy(its.list->arguments(task), submission.packed, submission.size);
    Session& session = context_.session();
    if (session.log != nullptr && session.log->is_on())
        its.list->trace(session.log->see_replayed(submission));
    its.come.push_back(k);
    if (submission.crossing != nullptr)
        its.crossings.emplace(k, submission.crossing);
    if (its.come.size() == segment->submitted.size()) {
        auto list = std::move(its.list);
        for (auto& [number, crossing] : its.crossings)
            list->cross(std::move(crossing));
        std::erase_if(open_, [](const Open& o) { return o.list == nullptr; });
        ++counts_.lists;
        counts_.listed += static_cast<std::int64_t>(its.come.size());
        session.batches->submit(std::move(list));
    }
    return true;
}

Replay::Open& Replay::open(
    const std::shared_ptr<const detail::Segment>& segment) {
    for (Open& open : open_)
        if (&open.list->segment() == segment.get()) return open;
    return open_.emplace_back(
        Open{std::make_unique<detail::TaskList>(segment), {}});
}

/// This iteration is another one than was expected: the tasks that have waited
/// for the rest of their list are submitted, and the rest as it comes.
/// @param come  submissions that are as expected
void Replay::break_off(std::size_t come) {
    if (renewed_ != nullptr) {
        renewed_ = nullptr;
        now_->unplace(free_);
    }
    if (expected_ == nullptr) return;
    Kept& expected = *std::exchange(expected_, nullptr);
    const auto held = std::exchange(open_, {});
    std::map<std::size_t, const std::byte*> arguments;  // by submission
    std::map<std::size_t, std::shared_ptr<detail::Crossing>> crossings;
    for (const auto& [list, numbers, its_crossings] : held) {
        crossings.insert(its_crossings.begin(), its_crossings.end());
        const auto& [tasks, submitted] =
            std::tie(list->segment().tasks, list->segment().submitted);
        for (std::size_t k = 0; k < numbers.size(); ++k)
            arguments[numbers[k]] = list->arguments(tasks[submitted[k]]);
    }
    for (const auto& [k, packed] : arguments) {
        auto submission = expected.recording->submission(k, packed);
        if (const auto its = crossings.find(k); its != crossings.end())
            submission.crossing = its->second;
        detail::submit_task(context_.session(), submission);
    }
    std::ranges::copy_if(expected.free, std::back_inserter(free_),
                         [come](std::size_t k) { return k < come; });
    now_ = std::make_unique<Recording>(expected.recording->first(come));
    now_->unplace(free_);
    if (++expected.misses == kMostMisses) expect_last(expected);
}

/// Others that begin like it go first.
void Replay::expect_last(Kept& kept) {
    kept.misses = 0;
    const auto at =
        std::ranges::find(kept_, &kept, &std::unique_ptr<Kept>::get);
    std::rotate(kept_.begin(), at, at + 1);
}

void Replay::forget(const Kept* it) {
    std::erase_if(proven_, [this](const auto& kept) {
        return kept->lists != freezer_.proven();
    });
    const auto at = std::ranges::find(kept_, it, &std::unique_ptr<Kept>::get);
    if (it->lists != 0 && it->lists == freezer_.proven())
        proven_.push_back(std::move(*at));
    kept_.erase(at);
}

bool Replay::meet(Handle handle) {
    const auto has = [handle](const Open& open) {
        return std::ranges::count(open.list->segment().buffers, handle,
                                  &Buffer::handle) > 0;
    };
    if (std::ranges::any_of(open_, has)) break_off(next_);
    // What other threads do is not a part of the iteration, but comes after the
    // tasks that it has submitted.
    if (now_ && thread_ == std::this_thread::get_id()) now_->meet(handle);
    return true;
}

bool Replay::meet_all() {
    if (!open_.empty()) break_off(next_);
    if (now_ && thread_ == std::this_thread::get_id()) now_->cut();
    return true;
}

void Replay::finish() {
    const Kept* const its = expected_ != nullptr ? expected_ : renewed_;
    if (its != nullptr && next_ != its->recording->size()) break_off(next_);
    if (expected_ != nullptr) {
        ++counts_.replayed;
        std::exchange(expected_, nullptr)->misses = 0;
        return;
    }
    if (renewed_ != nullptr) {
        const bool waits = waits_ && waited_ < kMostWaits;
        if (waits) {
            ++waited_;
            now_->unplace(free_);
        }
        seal();
        const bool frozen = freezer_.is_frozen() && now_->has_lists() && !waits;
        if (waits)
            freezer_.wait_more();
        else if (freezer_.is_frozen() && !frozen)
            freezer_.thaw();
        forget(std::exchange(renewed_, nullptr));
        return keep(frozen ? freezer_.lists() : 0);
    }
    const auto is_it = [this](const auto& it) { return it == *now_; };
    if (now_->size() == 0 || std::ranges::any_of(
                                 kept_, is_it, [](const auto& kept) -> auto& {
                                     return *kept->recording;
                                 }))
        return;
    const auto before = std::ranges::find_if(
        seen_, is_it, [](const auto& seen) -> auto& { return *seen; });
    if (before != seen_.end()) {
        seen_.erase(before);
        seal();
        return keep(/*lists=*/0);
    }
    if (seen_.size() == kMostSeen) seen_.erase(seen_.begin());
    seen_.push_back(std::move(now_));
}

/// No submission follows.
void Replay::seal() {
    // So that the data of the next list can come while one computes.
    now_->seal(context_.session().gpu_memory / 2);
}

void Replay::keep(int lists) {
    if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
    const bool is_policys = std::ranges::any_of(free_, [this](std::size_t k) {
        return detail::only_worker(context_.session(),
                                   now_->submission(k, nullptr)) ==
               detail::kAnyWorker;
    });
    auto observation = detail::ObservationPtr{
        new detail::Observation{now_->size(), lists != 0, freezer_.pace()}};
    kept_.push_back(
        std::make_unique<Kept>(Kept{std::move(now_), std::move(observation),
                                    std::move(free_), is_policys, lists}));
}

}  // namespace tasuki::runtime
