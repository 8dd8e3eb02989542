// Tasks run once, where and when they may.
#include <cstdint>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/core/session.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/trace/trace_log.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;

struct Copying {
    static constexpr auto name = "copying";
    static std::string model() { return "test_copying"; }
    struct Args {};
    static void cpu(const Args&, runtime::Write<int> to,
                    runtime::Read<int> from) {
        *to = *from;
    }
};

/// Sets `*args` to the mode in which StarPU has the array that it writes.
struct TellingMode {
    static constexpr auto name = "telling_mode";
    static std::string model() { return "test_telling_mode"; }
    using Args = int*;
    static void cpu(const Args& mode, runtime::Write<int>, runtime::Read<int>) {
        *mode = STARPU_TASK_GET_MODE(starpu_task_get_current(), 0);
    }
};

/// As a kernel with SIMD registers in its arguments.
/// Arrays of objects with arrays: __builtin_clear_padding() of GCC 12 took some
/// of these numbers for gaps.
struct Boxes {
    struct Box {
        int first[4]{1, 2, 3, 4}, extent[4]{5, 6, 7, 8}, component = 9;
    };
    struct Args {
        int geometry[18]{};
        int origin[4]{}, lattice[4]{}, parity = 0;
        Box boxes[12];
    };
    static constexpr auto name = "boxes";
    static void cpu(const Args& args, runtime::Update<int> wrong) {
        for (const Box& box : args.boxes) {
            for (int mu = 0; mu < 4; ++mu)
                wrong[0] += box.first[mu] != 1 + mu || box.extent[mu] != 5 + mu;
            wrong[0] += box.component != 9;
        }
    }
};

struct Aligned {
    static constexpr auto name = "aligned";
    static std::string model() { return ""; }
    struct alignas(64) Args {
        int value;
    };
    static void cpu(const Args& args, runtime::Update<int> wrong) {
        if (reinterpret_cast<std::uintptr_t>(&args) % 64 != 0) ++*wrong;
    }
};

}  // namespace

TEST_CASE("tasks that update one array run in the order of submission") {
    Context context{cpu_workers(several_workers())};
    Array<int> array{context, 1};
    clear(array);
    unsigned expected = 0;
    std::vector<unsigned> numbers(200);
    for (unsigned k = 0; k < numbers.size(); ++k) {
        numbers[k] = k;
        expected = expected * 31 + k;
        submit_work(context, array, &numbers[k], [](int* value, void* number) {
            *value = static_cast<int>(static_cast<unsigned>(*value) * 31 +
                                      *static_cast<unsigned*>(number));
        });
    }
    CHECK(static_cast<unsigned>(array.read().span()[0]) == expected);
}

TEST_CASE("an array that a task writes and reads is updated") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1}, other{context, 1};
    clear(array);
    clear(other);
    // StarPU would not copy the values of what is only written to a GPU.
    int same = 0, different = 0;
    runtime::submit<TellingMode>(context, &same, array, array);
    runtime::submit<TellingMode>(context, &different, array, other);
    context.wait();
    CHECK(same == STARPU_RW);
    CHECK(different == STARPU_W);
}

TEST_CASE("two threads submit while tasks are recorded, and none is lost") {
    constexpr int kTasks = 10000;
    // With a policy of performance models each submission is looked at too.
    Context context{
        {.cpu_workers = several_workers(), .gpus = 0, .policy = "dmda"}};
    std::vector<Array<int>> arrays;
    for (int t = 0; t < 2; ++t) clear(arrays.emplace_back(context, 1));
    runtime::TraceLog log;
    context.session().log = &log;
    log.begin();
    {
        std::vector<std::jthread> threads;
        for (auto& array : arrays)
            threads.emplace_back([&context, &array] {
                for (int k = 0; k < kTasks; ++k)
                    submit_work(context, array, nullptr,
                                [](int* value, void*) { ++*value; });
            });
    }
    context.wait();
    log.end();
    for (const auto& array : arrays) CHECK(array.read().span()[0] == kTasks);
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 2 * kTasks);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        REQUIRE(tasks[k].order == k);
        REQUIRE(tasks[k].worker >= 0);
    }
}

TEST_CASE("a task for one worker runs there") {
    Context context{cpu_workers(several_workers())};
    Array<int> array{context, 1};
    clear(array);
    for (int k = 0; k < 10; ++k)
        for (const auto& worker : context.workers()) {
            int ran_on = -1;
            submit_work(context, array, &ran_on,
                        [](int*, void* where) {
                            *static_cast<int*>(where) = starpu_worker_get_id();
                        },
                        {.worker = worker.id});
            context.wait();
            CHECK(ran_on == worker.id);
        }
}

TEST_CASE("a policy of priorities takes the most urgent task first") {
    Context context{{.cpus = 1, .gpus = 0, .policy = "prio"}};
    struct Gate {
        std::atomic<bool> entered{false}, open{false};
    } gate;
    Array<int> blocked{context, 1};
    clear(blocked);
    submit_work(context, blocked, &gate, [](int*, void* with) {
        auto& g = *static_cast<Gate*>(with);
        g.entered = true;
        wait_until(g.open);
    });
    wait_until(gate.entered);

    struct Entry {
        int priority;
        std::vector<int>* order;  // one worker: no two tasks at a time
    };
    std::vector<int> order;
    const std::vector<int> priorities{-3, 2, 0, 5, -1, 1};
    std::vector<Entry> entries;
    for (const int p : priorities) entries.push_back({p, &order});
    std::vector<Array<int>> arrays;
    for (Entry& entry : entries) {
        clear(arrays.emplace_back(context, 1));
        submit_work(context, arrays.back(), &entry,
                    [](int*, void* with) {
                        const auto& e = *static_cast<Entry*>(with);
                        e.order->push_back(e.priority);
                    },
                    {.priority = entry.priority});
    }
    gate.open = true;
    context.wait();
    CHECK(order == std::vector<int>{5, 2, 1, 0, -1, -3});
}

TEST_CASE("priorities beyond what a policy has are taken for its last ones") {
    for (const char* policy : {"eager", "lws", "prio", "dmdas", "feedback"}) {
        CAPTURE(policy);
        Context context{{.gpus = 0, .policy = policy}};
        CHECK(context.policy() == policy);
        Array<int> array{context, 1};
        clear(array);
        for (const int priority : {std::numeric_limits<int>::min(), -1, 0, 1,
                                   std::numeric_limits<int>::max()})
            submit_work(context, array, nullptr,
                        [](int* value, void*) { ++*value; },
                        {.priority = priority});
        CHECK(array.read().span()[0] == 5);
    }
}

TEST_CASE("a task that no worker can run is refused, and nothing waits") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1};
    clear(array);
    const auto message = message_of<runtime::UnavailableError>([&] {
        submit_work(context, array, nullptr,
                    [](int* value, void*) { ++*value; }, {.where = Where::gpu});
    });
    CHECK(contains(message, "kernel updating needs a GPU worker"));
    submit_work(context, array, nullptr, [](int* value, void*) { *value += 7; },
                {.where = Where::cpu});
    CHECK(array.read().span()[0] == 7);
}

TEST_CASE("a task that reads what nothing has written is refused by name") {
    Context context{cpu_workers(1)};
    Array<int> to{context, 1}, from{context, 1};
    const auto message = message_of<runtime::UsageError>(
        [&] { runtime::submit<Copying>(context, {}, to, from); });
    CHECK(contains(message, "copying reads array 2 of"));
    CHECK(starpu_task_nsubmitted() == 0);
    // Nor has that task written.
    CHECK_FALSE(message_of<runtime::UsageError>([&] { to.read(); }).empty());
    from.fill(3);
    runtime::submit<Copying>(context, {}, to, from);
    CHECK(to.read()[0] == 3);
}

TEST_CASE("arguments are those that were given") {
    Context context{cpu_workers(1)};
    Array<int> wrong{context, 1, 0};
    runtime::submit<Boxes>(context, {}, wrong);
    runtime::record(context, [&] {
        runtime::submit<Boxes>(context, {}, wrong);
    }).run(3);
    CHECK(wrong.read()[0] == 0);
}

TEST_CASE("arguments are aligned as their type says") {
    Context context{cpu_workers(1)};
    Array<int> wrong{context, 1, 0};
    const auto submit = [&] {
        for (int n = 0; n < 10; ++n)
            runtime::submit<Aligned>(context, {n}, wrong);
    };
    runtime::Graph graph = runtime::record(context, submit);
    for (int k = 0; k < 10; ++k) {
        submit();
        graph.run();
    }
    CHECK(wrong.read()[0] == 0);
}
