// What a Context reports where no task ends for long.
#include <doctest/doctest.h>
#include <starpu.h>

#include <chrono>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/core/session.hpp"
#include "runtime/core/watchdog.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;

/// Keeps what a Context reports.
class Stalled {
  public:
    void report(const runtime::Stall& stall) {
        const std::lock_guard lock{mutex_};
        all_.push_back(stall);
    }
    /// For the next one.
    void wait() {
        for (const auto before = all().size(); all().size() == before;)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    std::vector<runtime::Stall> all() const {
        const std::lock_guard lock{mutex_};
        return all_;
    }

  private:
    mutable std::mutex mutex_;
    std::vector<runtime::Stall> all_;
};

runtime::ContextOptions with_reports(Stalled& stalled, double seconds = 0.05) {
    auto options = cpu_workers(1);
    options.stalls = {
        .seconds = seconds,
        .report = [&](const runtime::Stall& s) { stalled.report(s); }};
    return options;
}

/// A task that waits for another one, which begins when this object ends.
class ForEver {
  public:
    ForEver() : first_{starpu_task_create()} {
        starpu_task* const task = starpu_task_create();
        starpu_task_declare_deps_array(task, 1, &first_);
        REQUIRE(starpu_task_submit(task) == 0);
    }
    ~ForEver() { CHECK(starpu_task_submit(first_) == 0); }
    ForEver(const ForEver&) = delete;
    ForEver& operator=(const ForEver&) = delete;

  private:
    starpu_task* first_;
};

}  // namespace

TEST_CASE("what takes long is reported by name, more and more rarely") {
    Stalled stalled;
    {
        Context context{with_reports(stalled)};
        Array<int> array{context, 1, 0};
        const auto options = [](int part) {
            return runtime::SubmitOptions{.label = {.part = part}};
        };
        submit_work(
            context, array, &stalled,
            [](int*, void* with) {
                for (int k = 0; k < 3; ++k) static_cast<Stalled*>(with)->wait();
            },
            options(3));
        submit_work(
            context, array, nullptr, [](int*, void*) {}, options(4));
        context.wait();
    }
    const auto all = stalled.all();
    REQUIRE(all.size() >= 3);
    double least = 0.05;
    for (const auto& stall : std::span{all}.first(3)) {
        CHECK(stall.seconds >= least);
        least *= 2;
        CHECK(stall.can_move);
        CHECK(stall.what ==
              "1 run (updating of part 3), 1 wait (updating of "
              "part 4)");
    }
    CHECK(contains(runtime::describe({120, true, "1 run (axpy)"}),
                   "no task has ended for 120 s: 1 run (axpy)"));
}

TEST_CASE("arrays that the program holds are reported, and messages") {
    Stalled stalled;
    {
        Context context{with_reports(stalled)};
        Array<int> array{context, 7, 0};
        {
            const auto host = array.write();
            submit_work(context, array, nullptr, [](int*, void*) {});
            stalled.wait();
        }
        context.wait();
        context.session().messages.opened();
        stalled.wait();
        context.session().messages.closed();
    }
    CHECK(stalled.all().front().can_move);
    CHECK(stalled.all().front().what ==
          "1 wait (updating); the program holds arrays: one of 7 elements of 4 "
          "B");
    CHECK(stalled.all().back().can_move);
    CHECK(stalled.all().back().what ==
          "1 messages from or to other ranks are open");
}

TEST_CASE("where nothing can move, the report says so") {
    Stalled stalled;
    Context context{with_reports(stalled)};
    const ForEver task;
    stalled.wait();
    CHECK_FALSE(stalled.all().back().can_move);
}

TEST_CASE("nothing is reported of work that goes on, nor of idleness") {
    Stalled stalled;
    Context context{with_reports(stalled, /*seconds=*/5)};
    Array<int> array{context, 1, 0};
    for (int k = 0; k < 20; ++k)
        submit_work(context, array, nullptr, [](int*, void*) {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        });
    context.wait();
    CHECK(stalled.all().empty());
    Stalled idle;
    const runtime::Watchdog watchdog{with_reports(idle).stalls,
                                     context.session()};
    std::this_thread::sleep_for(std::chrono::milliseconds{300});
    CHECK(idle.all().empty());
}
