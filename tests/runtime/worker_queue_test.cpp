// Tasks that wait for a worker: all of them come, the urgent ones first.
#include "runtime/policy/worker_queue.hpp"

#include <doctest/doctest.h>

#include <iterator>

using tasuki::runtime::QueuedTask, tasuki::runtime::WorkerQueue;

namespace {

double has_data(const starpu_task*) {
    return 0;
}

}  // namespace

TEST_CASE("a worker without tasks takes one of another") {
    starpu_task task{};
    const QueuedTask queued{&task, 2};
    WorkerQueue queue, idle;
    queue.expect(queued);
    queue.push(0, 0, queued);
    CHECK(queue.waiting() == 1);
    CHECK(queue.pop_for(idle, has_data) == &task);
    CHECK(queue.load() == 0);
    CHECK(queue.ahead(0) == 0);
    CHECK(idle.load() == 1);
    idle.begin(&task, 10);
    CHECK(idle.ahead(10.5) == 1.5);
    CHECK(idle.end(&task, 12)->task == &task);
    CHECK(idle.load() == 0);
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

TEST_CASE("a task whose data do not arrive is not passed by all others") {
    starpu_task tasks[90]{};
    WorkerQueue queue;
    for (std::size_t k = 0; k < std::size(tasks); ++k) {
        queue.expect({&tasks[k], 1});
        queue.push(0, k, {&tasks[k], 1});
    }
    std::size_t passed = 0;
    while (queue.pop([&](const starpu_task* t) {
        return t == &tasks[0] ? 8 : 0;
    }) != &tasks[0])
        ++passed;
    CHECK(passed < std::size(tasks) - 1);
}
