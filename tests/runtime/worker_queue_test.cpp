#include "runtime/policy/worker_queue.hpp"

#include <doctest/doctest.h>

using tasuki::runtime::QueuedTask, tasuki::runtime::WorkerQueue;

namespace {

/// Of 2 and 3 s.
struct TwoTasks {
    starpu_task tasks[2]{};
    QueuedTask first{&tasks[0], 2}, second{&tasks[1], 3};
};

}  // namespace

TEST_CASE("a task counts from when its worker is chosen") {
    TwoTasks t;
    WorkerQueue queue;
    queue.expect(t.first);
    CHECK(queue.ahead(0) == 2);
    CHECK(queue.load() == 1);
    CHECK(queue.is_empty());
    CHECK(queue.pop() == nullptr);
    queue.push(0, 0, t.first);
    CHECK(queue.ahead(0) == 2);
    CHECK(queue.load() == 1);
    CHECK(!queue.is_empty());
    CHECK(queue.pop() == &t.tasks[0]);
    CHECK(queue.ahead(0) == 2);
    queue.begin(&t.tasks[0], 10);
    CHECK(queue.ahead(10.5) == 1.5);
    queue.end(&t.tasks[0], 12);
    CHECK(queue.ahead(12) == 0);
    CHECK(queue.load() == 0);
}

TEST_CASE("a task that is expected outlasts those that the worker takes") {
    TwoTasks t;
    WorkerQueue queue;
    queue.expect(t.first);
    queue.push(0, 0, t.first);
    queue.expect(t.second);
    queue.pop();
    queue.begin(&t.tasks[0], 0);
    queue.end(&t.tasks[0], 2);
    CHECK(queue.ahead(2) == 3);
    CHECK(queue.load() == 1);
}
