#include "runtime/mpi/courier.hpp"

#include <starpu.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/first_failure.hpp"
#include "runtime/mpi/patience.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Between two looks whether another rank has failed, if no task waits for one.
constexpr std::chrono::milliseconds kLook{100};

}  // namespace

Courier::Courier(std::function<bool()> hear, std::function<bool()> carry)
    : hear_{std::move(hear)}, carry_{std::move(carry)} {
    thread_ = std::thread{[this] { run(); }};
}

Courier::~Courier() {
    {
        const std::lock_guard lock{mutex_};
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Courier::open_later(const Channel& channel, starpu_task* gate,
                         std::function<bool()> is_open) {
    {
        const std::lock_guard lock{mutex_};
        waiting_[&channel].push_back({gate, std::move(is_open)});
    }
    changed_.notify_all();
}

void Courier::tell() {
    {
        const std::lock_guard lock{mutex_};
        tells_ = true;
    }
    changed_.notify_all();
}

/// Nobody could catch what is thrown here: the Context fails, and tasks that
/// wait for messages are let go, to do nothing.
void Courier::run() noexcept {
    for (bool goes_on = true; goes_on;) try {
            deliver();
            goes_on = false;
        } catch (...) {
            note_failure(std::current_exception());
        }
}

/// @return  the gates that may be submitted
std::vector<starpu_task*> Courier::take_open() {
    std::vector<starpu_task*> gates;
    for (auto& [channel, closed] : waiting_)
        while (!closed.empty() &&
               (!may_compute() || closed.front().is_open())) {
            gates.push_back(closed.front().gate);
            closed.pop_front();
        }
    std::erase_if(waiting_, [](const auto& its) { return its.second.empty(); });
    return gates;
}

void Courier::deliver() {
    Patience patience{0};
    std::unique_lock lock{mutex_};
    for (;;) {
        if (!carry_)
            changed_.wait_for(lock, kLook, [this] {
                return ends_ || tells_ || !waiting_.empty();
            });
        if (ends_) return;
        const bool hears =
            (std::exchange(tells_, false) ||
             std::ranges::any_of(
                 waiting_,
                 [](const auto& its) { return its.first->flag == nullptr; })) &&
            may_compute();
        const auto opened = take_open();
        lock.unlock();
        const bool tells = hears && hear_();
        for (starpu_task* const gate : opened)
            check(starpu_task_submit(gate), "starpu_task_submit of a gate");
        const bool was_due = carry_ && may_compute() && carry_();
        if (const Failure* const its = find_failure();
            its != nullptr && may_compute())
            note_failure(std::make_exception_ptr(RankFailed{its->words}));
        if (opened.empty() && !was_due)
            patience.wait();
        else
            patience.reset();
        lock.lock();
        tells_ = tells_ || tells;
    }
}

}  // namespace tasuki::runtime::detail
