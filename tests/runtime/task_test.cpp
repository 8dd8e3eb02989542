// Handles of tasks.
#include "runtime/core/task.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Task, runtime::UsageError;
using runtime::Update;

/// A task that waits until it is told to go on.
Task submit_gated(Context& context, const std::atomic<bool>& open,
                  std::atomic<int>* count = nullptr) {
    return runtime::submit(context, "gated", [&open, count] {
        wait_until(open);
        if (count != nullptr) ++*count;
    });
}

/// Notes the order of tasks, one at a time.
struct Order {
    std::mutex mutex;
    std::vector<int> all;
    void add(int number) {
        const std::lock_guard lock{mutex};
        all.push_back(number);
    }
};

}  // namespace

TEST_CASE("a handle waits for its task alone") {
    std::atomic<bool> open{false}, never{false};
    std::atomic<int> ran{0};
    Context context{cpu_workers(several_workers())};
    CHECK(Task{}.is_done());
    Task{}.wait();
    const Task first = submit_gated(context, open, &ran);
    CHECK_FALSE(first.is_done());
    const Task last = submit_gated(context, never);
    open = true;
    const Task copy = first;
    if (several_workers() > 1) {
        copy.wait();
        CHECK(ran == 1);
        CHECK(first.is_done());
        CHECK_FALSE(last.is_done());
    }
    never = true;
    last.wait();
    last.wait();
    CHECK(last.is_done());
}

TEST_CASE("when a handle has waited, all of its task is known") {
    Context context{cpu_workers(1)};
    Array<int> y{context, 1, 0};
    for (int k = 1; k <= 200; ++k) {
        const Task task = runtime::submit(
            context, "counted_task", [](Update<int> to) { ++*to; }, y);
        task.wait();
        CHECK(context.statistics().phases().at("counted_task").on_cpu == k);
    }
}

TEST_CASE("a task comes after others without data between them") {
    std::atomic<bool> open{false};
    for (const char* policy : {"lws", "dmdas", "feedback"}) {
        CAPTURE(policy);
        auto options = cpu_workers(several_workers());
        options.policy = policy;
        Context context{options};
        open = false;
        Order order;
        const auto note = [&order](int k) {
            return [&order, k] { order.add(k); };
        };
        std::atomic<int> ran{0};
        const Task gate = submit_gated(context, open, &ran);
        Task before = gate;
        for (int k = 0; k < 100; ++k)
            before = runtime::submit(context, "note", note(k),
                                     {.priority = k % 3, .after = {before}});
        const Task both = runtime::submit(
            context, "note", note(100), {.after = {before, gate, before, {}}});
        CHECK_FALSE(both.is_done());
        open = true;
        both.wait();
        std::vector<int> expected;
        for (int k = 0; k <= 100; ++k) expected.push_back(k);
        CHECK(order.all == expected);
        CHECK(ran == 1);
        // Those that have ended are not waited for.
        runtime::submit(context, "note", note(101), {.after = {gate, both}});
        context.wait();
        CHECK(order.all.back() == 101);
    }
}

TEST_CASE("handles may outlive their Context, and are of no other") {
    Task old;
    {
        Context context{cpu_workers(1)};
        old = runtime::submit(context, "nothing", [] {});
    }
    CHECK(old.is_done());
    old.wait();
    std::atomic<bool> open{false};
    Context context{cpu_workers(1)};
    const Task now = submit_gated(context, open);
    CHECK(old.is_done());
    old.wait();
    CHECK_FALSE(now.is_done());
    open = true;
}

TEST_CASE("tasks come after others where StarPU limits those submitted") {
    setenv("STARPU_LIMIT_MAX_SUBMITTED_TASKS", "4", 1);
    setenv("STARPU_LIMIT_MIN_SUBMITTED_TASKS", "2", 1);
    {
        Context context{cpu_workers(1)};
        Order order;
        Task before;
        for (int k = 0; k < 200; ++k)
            before =
                runtime::submit(context, "note", [&order, k] { order.add(k); },
                                {.after = {before}});
        before.wait();
        context.wait();
        CHECK(order.all.size() == 200);
        CHECK(std::ranges::is_sorted(order.all));
    }
    unsetenv("STARPU_LIMIT_MAX_SUBMITTED_TASKS");
    unsetenv("STARPU_LIMIT_MIN_SUBMITTED_TASKS");
}

TEST_CASE("handles order the tasks of a graph") {
    for (const auto capture : {runtime::Capture::off, runtime::Capture::on}) {
        for (const int workers : {1, several_workers()}) {
            auto options = cpu_workers(workers);
            options.capture = capture;
            Context context{options};
            Order order;
            auto graph = runtime::record(context, [&] {
                Task before;
                std::vector<Task> all;
                for (int k = 0; k < 6; ++k) {
                    before = runtime::submit(context, "note",
                                             [&order, k] { order.add(k); },
                                             {.after = all});
                    all.push_back(before);
                }
            });
            graph.run(3);
            graph.run();
            context.wait();
            REQUIRE(order.all.size() == 24);
            for (std::size_t k = 0; k < 24; ++k)
                CHECK(order.all[k] == static_cast<int>(k % 6));
        }
    }
}

TEST_CASE("a handle of a graph is refused outside, and others in it") {
    Context context{cpu_workers(1)};
    const Task outside = runtime::submit(context, "nothing", [] {});
    Task recorded;
    auto graph = runtime::record(context, [&] {
        recorded = runtime::submit(context, "recorded", [] {});
        CHECK(contains(message_of<UsageError>([&] {
                           runtime::submit(context, "wrong", [] {},
                                           {.after = {outside}});
                       }),
                       "none of this graph"));
        CHECK(contains(message_of<UsageError>([&] { outside.wait(); }),
                       "no wait for a task"));
    });
    CHECK(graph.size() == 1);
    graph.run();
    const auto says = [](const auto& body) {
        return message_of<UsageError>(body);
    };
    CHECK(contains(says([&] { recorded.wait(); }), "each time that its graph"));
    CHECK(contains(says([&] { static_cast<void>(recorded.is_done()); }),
                   "each time that its graph"));
    CHECK(contains(says([&] {
                       runtime::submit(context, "wrong", [] {},
                                       {.after = {recorded}});
                   }),
                   "submit it where the graph is recorded"));
    CHECK(contains(says([&] {
                       runtime::record(context, [&] {
                           runtime::submit(context, "wrong", [] {},
                                           {.after = {recorded}});
                       });
                   }),
                   "none of this graph"));
    context.wait();
}

TEST_CASE("a task that waits for another one fails") {
    Context context{cpu_workers(1)};
    const Task first = runtime::submit(context, "first", [] {});
    runtime::submit(context, "waits", [first] { first.wait(); });
    CHECK(contains(message_of<runtime::TaskFailed>([&] { context.wait(); }),
                   "a task waits for another one"));
}

TEST_CASE("a handle tells of a failed task, and what comes after it ends") {
    Context context{cpu_workers(1)};
    std::atomic<bool> open{false};
    std::atomic<int> ran{0};
    const Task bad = runtime::submit(context, "bad", [&open] {
        wait_until(open);
        throw std::runtime_error{"no"};
    });
    const Task next =
        runtime::submit(context, "next", [&ran] { ++ran; }, {.after = {bad}});
    open = true;
    CHECK(
        contains(message_of<runtime::TaskFailed>([&] { bad.wait(); }), "bad"));
    CHECK_THROWS_AS(next.wait(), runtime::TaskFailed);
    CHECK_THROWS_AS(context.wait(), runtime::TaskFailed);
    CHECK(next.is_done());
    CHECK(ran == 0);
}
