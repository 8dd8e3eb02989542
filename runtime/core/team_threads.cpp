#include "runtime/core/team_threads.hpp"

#include <sched.h>

#include <algorithm>
#include <system_error>

#include "runtime/core/log.hpp"

namespace tasuki::runtime::detail {

namespace {

using Clock = TeamThreads::Clock;

/// Work of one thread for which sleeping ones are woken: the calls that wake
/// two of them take 3 to 15 us.
constexpr std::chrono::microseconds kWorthWaking{100};

constexpr int kPartBits = 8, kRangeBits = 10;
constexpr int kNumberShift = kPartBits + kRangeBits;
constexpr std::uint64_t kPartMask = (1U << kPartBits) - 1;
constexpr std::uint64_t kRangeMask = (1U << kRangeBits) - 1;

// State of a range: number | claimed (8) | done (8) | sleeping (1), 1 unused.
constexpr std::uint64_t kSleeping = 1, kDone = 2, kClaimed = kDone << kPartBits;
std::uint64_t number_of(std::uint64_t state) {
    return state >> kNumberShift;
}
std::size_t claimed_of(std::uint64_t state) {
    return state / kClaimed & kPartMask;
}
std::size_t done_of(std::uint64_t state) {
    return state / kDone & kPartMask;
}

/// Tells the CPU that this thread waits for another one.
void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

/// Looks for it for about a microsecond.
/// @return  whether it is there
template <class There>
bool look_for(const There& there) {
    for (int look = 0; look < 16; ++look) {
        if (there()) return true;
        relax();
    }
    return false;
}

/// Binds the calling thread; unbound is slower, not wrong.
void bind(const std::vector<int>& cpus) {
    if (cpus.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus)
        if (cpu < CPU_SETSIZE) CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
}

}  // namespace

TeamThreads::TeamThreads(const std::vector<std::vector<int>>& places)
    : seats_(std::min(places.size(), kMostThreads)) {
    bind(places.front());
    try {
        for (; size_ < seats_.size(); ++size_)
            seats_[size_].thread =
                std::thread{[this, own = size_, cpus = places[size_]] {
                    bind(cpus);
                    serve(own);
                }};
    } catch (const std::system_error& refusal) {
        logger().warn("computing with {} of {} threads: {}", size_,
                      places.size(), refusal.what());
    }
}

TeamThreads::~TeamThreads() {
    ending_ = true;
    round_.store(++number_ << kNumberShift);
    for (std::size_t k = 1; k < size_; ++k) {
        if (seats_[k].asleep.exchange(0) != 0) seats_[k].asleep.notify_one();
        seats_[k].thread.join();
    }
}

TeamThreads::Round TeamThreads::read(std::uint64_t word) {
    return {number_of(word), word >> kPartBits & kRangeMask, word & kPartMask};
}

void TeamThreads::run(std::size_t ranges, std::size_t parts, PartBody body) {
    body_ = body;
    const Round round{++number_, ranges, parts};
    // With the order of this store and sleepers_, either a thread that goes to
    // sleep sees the round, or this one sees that it sleeps.
    round_.store(round.number << kNumberShift | ranges << kPartBits | parts);
    if (!any_sleeps(ranges)) {
        compute(round, 0, [] {});
    } else {
        // Parts that sleeping threads could have done: of this round, and of
        // those before it if it follows them closely.
        const auto begin = Clock::now();
        if (begin - end_ > kLooks) alone_ = {};
        // With few parts the first one could be most of the work.
        bool woken = parts < kParts;
        if (woken) wake_two(1, ranges);
        std::size_t done = 0;
        compute(round, 0, [&] {
            ++done;
            if (woken) return;
            const auto left = (Clock::now() - begin) *
                              static_cast<long>(ranges * parts - done) /
                              static_cast<long>(done);
            if (alone_ + left < kWorthWaking) return;
            woken = true;
            wake_two(1, ranges);
        });
        end_ = Clock::now();
        alone_ = woken ? Clock::duration{} : alone_ + (end_ - begin);
    }
    for (std::size_t k = 0; k < ranges; ++k) wait_for(seats_[k], round);
}

/// Calls after() after each part that this thread has done.
template <class AfterPart>
void TeamThreads::compute(const Round& round, std::size_t own,
                          const AfterPart& after) {
    std::size_t part = 0;
    for (std::size_t k = 0; k < round.ranges; ++k) {
        const std::size_t which = (own + k) % round.ranges;
        Seat& seat = seats_[which];
        while (claim(seat, round, part)) {
            // A round with an unfinished part is not over, so body_ is its own.
            body_(which, part);
            const auto before =
                seat.range.fetch_add(kDone, std::memory_order_acq_rel);
            if ((before & kSleeping) != 0) seat.range.notify_one();
            after();
        }
    }
}

/// The state of a range is of an earlier round until its first part is claimed.
/// Rounds only get later, so a thread that is late claims nothing by mistake.
bool TeamThreads::claim(Seat& seat, const Round& round, std::size_t& part) {
    auto state = seat.range.load(std::memory_order_acquire);
    for (;;) {
        std::uint64_t next = state + kClaimed;
        part = claimed_of(state);
        if (number_of(state) != round.number) {
            if (number_of(state) > round.number) return false;
            next = (round.number << kNumberShift) + kClaimed;
            part = 0;
        } else if (part == round.parts) {
            return false;
        }
        if (seat.range.compare_exchange_weak(state, next,
                                             std::memory_order_acq_rel,
                                             std::memory_order_acquire))
            return true;
    }
}

void TeamThreads::wait_for(Seat& seat, const Round& round) {
    const auto is_done = [&] {
        return done_of(seat.range.load(std::memory_order_acquire)) ==
               round.parts;
    };
    if (is_done()) return;
    for (const auto end = Clock::now() + kLooks; Clock::now() < end;)
        if (look_for(is_done)) return;
    for (auto state = seat.range.fetch_or(kSleeping) | kSleeping;
         done_of(state) != round.parts;
         state = seat.range.load(std::memory_order_acquire))
        seat.range.wait(state);
}

void TeamThreads::serve(std::size_t own) {
    std::uint64_t seen = 0;
    const auto begins = [&] { return round_ != seen; };
    auto computed = Clock::now();
    for (;;) {
        bool slept = false;
        while (!slept && !look_for(begins)) {
            slept = Clock::now() - computed > kLooks;
            if (slept) sleep(seats_[own], seen);
        }
        if (ending_) return;
        seen = round_;
        const Round round = read(seen);
        if (own >= round.ranges) continue;
        if (slept) wake_two(own + 1, round.ranges);
        compute(round, own, [] {});
        computed = Clock::now();
    }
}

/// Until the thread is woken, for it is not when a round begins.
void TeamThreads::sleep(Seat& seat, std::uint64_t seen) {
    seat.asleep = 1;
    ++sleepers_;
    if (round_ == seen)
        seat.asleep.wait(1);
    else
        seat.asleep = 0;
    --sleepers_;
}

bool TeamThreads::any_sleeps(std::size_t ranges) const {
    return sleepers_ != 0 &&
           std::any_of(seats_.begin(),
                       seats_.begin() + static_cast<std::ptrdiff_t>(ranges),
                       [](const Seat& seat) { return seat.asleep != 0; });
}

/// The woken threads wake others in turn.
void TeamThreads::wake_two(std::size_t first, std::size_t ranges) {
    int woken = 0;
    for (std::size_t k = first; k < ranges && woken < 2; ++k) {
        std::atomic<int>& asleep = seats_[k].asleep;
        if (asleep == 0 || asleep.exchange(0) == 0) continue;
        asleep.notify_one();
        ++woken;
    }
}

}  // namespace tasuki::runtime::detail
