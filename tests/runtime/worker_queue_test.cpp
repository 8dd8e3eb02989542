#include "runtime/policy/worker_queue.hpp"

#include <doctest/doctest.h>

#include <span>

using tasuki::runtime::QueuedTask, tasuki::runtime::WorkerQueue;

namespace {

/// Of 2 and 3 s.
struct TwoTasks {
    starpu_task tasks[2]{};
    QueuedTask first{&tasks[0], 2}, second{&tasks[1], 3};
};

double has_data(const starpu_task*) {
    return 0;
}

/// In their order, of 1 s and no priority.
void push_all(WorkerQueue& queue, std::span<starpu_task> tasks) {
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        queue.expect({&tasks[k], 1});
        queue.push(0, k, {&tasks[k], 1});
    }
}

}  // namespace

TEST_CASE("a task counts from when its worker is chosen") {
    TwoTasks t;
    WorkerQueue queue;
    queue.expect(t.first);
    CHECK(queue.ahead(0) == 2);
    CHECK(queue.load() == 1);
    CHECK(queue.is_empty());
    CHECK(queue.pop(has_data) == nullptr);
    queue.push(0, 0, t.first);
    CHECK(queue.ahead(0) == 2);
    CHECK(queue.load() == 1);
    CHECK(!queue.is_empty());
    CHECK(queue.pop(has_data) == &t.tasks[0]);
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
    queue.pop(has_data);
    queue.begin(&t.tasks[0], 0);
    queue.end(&t.tasks[0], 2);
    CHECK(queue.ahead(2) == 3);
    CHECK(queue.load() == 1);
}

TEST_CASE("a task with its data goes before older ones of its priority") {
    starpu_task tasks[4]{};
    WorkerQueue queue;
    const auto push = [&](int k, int priority) {
        queue.expect({&tasks[k], 1});
        queue.push(priority, static_cast<std::uint64_t>(k), {&tasks[k], 1});
    };
    for (const int k : {0, 1, 2}) push(k, 0);
    push(3, 1);
    const auto pop = [&] {
        return queue.pop(
            [&](const starpu_task* t) { return t == &tasks[1] ? 0 : 8; });
    };
    CHECK(pop() == &tasks[3]);
    CHECK(pop() == &tasks[1]);
    CHECK(pop() == &tasks[0]);
    CHECK(pop() == &tasks[2]);
    CHECK(pop() == nullptr);
}

TEST_CASE("a task that lacks less goes before one that lacks more") {
    starpu_task tasks[3]{};
    WorkerQueue queue;
    push_all(queue, tasks);
    const auto pop = [&] {
        return queue.pop([&](const starpu_task* t) {
            return t == &tasks[0] ? 800 : t == &tasks[1] ? 8 : 80;
        });
    };
    CHECK(pop() == &tasks[1]);
    CHECK(pop() == &tasks[2]);
    CHECK(pop() == &tasks[0]);
}

TEST_CASE("a worker is busy for as long as data travel to it") {
    TwoTasks t;
    t.second.transfer = 10;
    WorkerQueue queue;
    queue.expect(t.first);
    CHECK(queue.ahead(0) == 2);
    queue.expect(t.second);
    CHECK(queue.ahead(0) == 10);
    queue.push(0, 0, t.first);
    queue.push(0, 1, t.second);
    queue.pop(has_data);
    queue.pop(has_data);
    CHECK(queue.ahead(0) == 5);
}

TEST_CASE("a worker looks at more tasks where its memory is full") {
    starpu_task tasks[90]{};
    WorkerQueue queue;
    push_all(queue, tasks);
    bool full = false;
    const auto pop = [&] {
        return queue.pop(
            [&](const starpu_task* t) { return t == &tasks[80] ? 0 : 8; },
            [&](starpu_task*) { return full; });
    };
    CHECK(pop() == &tasks[0]);
    full = true;
    CHECK(pop() == &tasks[80]);
}

TEST_CASE("few tasks pass one whose data do not arrive") {
    starpu_task tasks[90]{};
    WorkerQueue queue;
    push_all(queue, tasks);
    int passed = 0;
    while (queue.pop([&](const starpu_task* t) {
        return t == &tasks[0] ? 8 : 0;
    }) != &tasks[0])
        ++passed;
    CHECK(passed > 0);
    CHECK(passed < 40);
}
