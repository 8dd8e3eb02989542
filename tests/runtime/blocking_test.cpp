// Kernels that wait for something else than data, and tasks that submit tasks.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "runtime/core/background.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::TaskFailed;

namespace {

/// As updating, on a thread of its own.
struct Blocking : runtime::WithoutModel {
    static constexpr auto name = "blocking";
    static constexpr bool blocks = true;
    using Args = Work;
    static void cpu(const Work& work, runtime::Update<int> values) {
        work.body(values, work.with);
    }
};

struct Meeting {
    int guests;
    std::atomic<int> here{0};
    void wait() {
        ++here;
        while (here < guests)
            std::this_thread::sleep_for(std::chrono::microseconds{100});
    }
};

void meet(int* value, void* meeting) {
    static_cast<Meeting*>(meeting)->wait();
    ++*value;
}

}  // namespace

TEST_CASE("a task that blocks may run on all CPUs of the program") {
    Context context{cpu_workers(1)};
    Array<int> cpus{context, 1, 0};
    submit_work<Blocking>(context, cpus, nullptr, [](int* count, void*) {
        *count = static_cast<int>(runtime::allowed_cpus().size());
    });
    CHECK(cpus.read()[0] == static_cast<int>(runtime::allowed_cpus().size()));
}

TEST_CASE("tasks that block do so side by side, and take no worker") {
    Context context{cpu_workers(1)};
    constexpr int kTasks = 20;
    Meeting meeting{kTasks + 1};
    std::vector<Array<int>> arrays;
    for (int k = 0; k <= kTasks; ++k) arrays.emplace_back(context, 1, 0);
    for (int k = 0; k < kTasks; ++k)
        submit_work<Blocking>(context, arrays[k], &meeting, meet);
    // They all wait for one of the only worker.
    submit_work(context, arrays[kTasks], &meeting, meet);
    context.wait();
    for (const auto& array : arrays) CHECK(array.read()[0] == 1);
    const auto phases = context.statistics().phases();
    CHECK(phases.at("blocking").on_cpu == kTasks);
    CHECK(phases.at("blocking").seconds > 0);
}

TEST_CASE("a task that blocks may fail") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1, 0}, kept{context, 1, 7};
    submit_work<Blocking>(context, array, nullptr, [](int*, void*) {
        throw std::runtime_error{"no such file"};
    });
    submit_work(context, array, nullptr, [](int* value, void*) { ++*value; });
    CHECK(message_of<TaskFailed>([&] { context.wait(); }) ==
          "task blocking failed: no such file");
    CHECK_THROWS_AS(array.read(), TaskFailed);
    CHECK(kept.read()[0] == 7);
}

TEST_CASE("a graph has tasks that block") {
    for (const auto capture : {runtime::Capture::on, runtime::Capture::off}) {
        auto options = cpu_workers(1);
        options.capture = capture;
        Context context{options};
        Array<int> array{context, 1, 0}, other{context, 1, 0};
        const auto add = [](int* value, void*) { ++*value; };
        auto graph = runtime::record(context, [&] {
            submit_work(context, array, nullptr, add);
            submit_work<Blocking>(context, array, nullptr,
                                  [](int* value, void*) { *value *= 2; });
            submit_work(context, array, nullptr, add);
        });
        graph.run(5);
        int expected = 0;
        for (int k = 0; k < 5; ++k) expected = 2 * (expected + 1) + 1;
        CHECK(array.read()[0] == expected);
    }
}

namespace {

/// One node of a tree, whose children are tasks that it submits.
struct Node : runtime::WithoutModel {
    static constexpr auto name = "node";
    struct Args {
        Context* context;
        std::vector<Array<int>>* all;
        std::size_t number;
    };
    static void cpu(const Args& its, runtime::Update<int> value) {
        value[0] += static_cast<int>(its.number);
        for (const std::size_t child : {2 * its.number + 1, 2 * its.number + 2})
            if (child < its.all->size())
                runtime::submit<Node>(*its.context,
                                      {its.context, its.all, child},
                                      (*its.all)[child]);
    }
};

}  // namespace

TEST_CASE("a task may submit tasks, and wait() waits for these too") {
    for (const int workers : {1, several_workers()}) {
        Context context{cpu_workers(workers)};
        std::vector<Array<int>> all;
        for (int k = 0; k < 127; ++k) all.emplace_back(context, 1, 1);
        runtime::submit<Node>(context, {&context, &all, 0}, all[0]);
        context.wait();
        for (int k = 0; k < 127; ++k) CHECK(all[k].read()[0] == 1 + k);
    }
}

TEST_CASE("functions in the background come one after another") {
    Context context{cpu_workers(1)};
    std::vector<int> calls;  // of the background's thread
    std::atomic<bool> goes_on{false};
    runtime::Background background{context};
    Array<int> array{context, 1, 0};
    for (int k = 0; k < 2; ++k) {
        background.add("note", [&, k] {
            while (!goes_on) std::this_thread::yield();
            calls.push_back(k);
        });
        submit_work(context, array, nullptr,
                    [](int* value, void*) { ++*value; });
        context.wait();  // not for them
    }
    CHECK(array.read()[0] == 2);
    CHECK(calls.empty());
    CHECK(background.is_full());
    goes_on = true;
    for (int k = 2; k < 20; ++k)
        background.add("note", [&, k] { calls.push_back(k); });
    background.wait();
    CHECK_FALSE(background.is_full());
    REQUIRE(calls.size() == 20);
    for (int k = 0; k < 20; ++k) CHECK(calls[static_cast<std::size_t>(k)] == k);
    CHECK(context.statistics().phases().at("note").on_cpu == 20);
    CHECK(background.waited() > 0);
}

TEST_CASE("several functions run in the background at once, and one waits") {
    Context context{cpu_workers(1)};
    Meeting meeting{3};
    std::atomic<int> calls{0};
    runtime::Background background{context, 3};
    for (int k = 0; k < 9; ++k) {
        background.add("note", [&] {
            meeting.wait();
            ++calls;
        });
        CHECK(calls >= k - 3);
    }
    background.wait();
    CHECK(calls == 9);
}

TEST_CASE("a background of none calls functions itself") {
    Context context{cpu_workers(1)};
    runtime::Background background{context, 0};
    CHECK(background.is_full());
    int calls = 0;
    background.add("note", [&] { ++calls; });
    CHECK(calls == 1);
    CHECK(background.waited() > 0);
    CHECK_THROWS_AS(background.add("note", [] { throw std::bad_alloc{}; }),
                    std::bad_alloc);
    background.wait();
}

TEST_CASE(
    "a function in the background may fail, and those after it are left") {
    Context context{cpu_workers(1)};
    int calls = 0;
    runtime::Background background{context};
    background.add("note", [&] { ++calls; });
    background.add("note", [] { throw std::runtime_error{"disk full"}; });
    const auto rest = [&] {
        for (int k = 0; k < 5; ++k) background.add("note", [&] { ++calls; });
        background.wait();
    };
    CHECK(message_of<std::runtime_error>(rest) == "disk full");
    CHECK(calls == 1);
    CHECK(message_of<std::runtime_error>([&] { background.wait(); }) ==
          "disk full");
    context.wait();
}

TEST_CASE("functions in the background end before their Context does") {
    std::atomic<int> calls{0};
    {
        Context context{cpu_workers(1)};
        runtime::Background background{context, 2};
        for (int k = 0; k < 4; ++k)
            background.add("note", [&] {
                std::this_thread::sleep_for(std::chrono::milliseconds{2});
                ++calls;
            });
    }
    CHECK(calls == 4);
}
