#include "runtime/graph/run_times.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "runtime/core/clock.hpp"

namespace tasuki::runtime::detail {

RunTimes::RunTimes() {
    starpu_pthread_cond_init(&none_open_, nullptr);
}

RunTimes::~RunTimes() {
    starpu_pthread_cond_destroy(&none_open_);
}

void RunTimes::see_begin() {
    const std::lock_guard lock{mutex_};
    ++open_;
}

void RunTimes::see_end(std::int64_t begin, std::int64_t end,
                       std::int64_t runs) {
    const std::lock_guard lock{mutex_};
    busy_ += std::max<std::int64_t>(0, end - std::max(begin, last_));
    last_ = std::max(last_, end);
    ended_ += runs;
    if (--open_ == 0) starpu_pthread_cond_broadcast(&none_open_);
}

void RunTimes::wait() {
    const std::lock_guard lock{mutex_};
    while (open_ > 0) mutex_.wait(none_open_);
}

std::int64_t RunTimes::ended() const {
    const std::lock_guard lock{mutex_};
    return ended_;
}

double RunTimes::take() {
    const std::lock_guard lock{mutex_};
    const auto runs = std::max<std::int64_t>(1, std::exchange(ended_, 0));
    return 1e-9 * static_cast<double>(std::exchange(busy_, 0)) /
           static_cast<double>(runs);
}

GraphRun::GraphRun(std::shared_ptr<RunTimes> times)
    : times_{std::move(times)}, begin_{machine_nanoseconds()} {
    times_->see_begin();
}

void GraphRun::release() {
    if (--holders_ > 0) return;
    times_->see_end(begin_, machine_nanoseconds(), runs_);
    delete this;
}

}  // namespace tasuki::runtime::detail
