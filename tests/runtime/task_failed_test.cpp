// A kernel that throws: the Context has failed and says so to its caller, what
// comes later does nothing, and the process goes on.
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::ExitCode, runtime::TaskFailed;

namespace {

void add_one(int* values, void*) {
    ++*values;
}

void throw_range_error(int*, void*) {
    throw std::range_error{"no number came out"};
}

/// What `body` throws; fails if it is none.
template <class Body>
TaskFailed failure_of(const Body& body) {
    try {
        body();
    } catch (const TaskFailed& e) {
        return e;
    }
    FAIL("it did not throw");
    throw std::logic_error{""};
}

/// Sums of squares, with the threads of its worker.
struct Shared {
    static constexpr auto name = "shared";
    struct Args {
        int wrong;  ///< the index at which it throws
    };
    static void cpu(const Args& args, runtime::Update<int> y) {
        runtime::for_each(static_cast<int>(y.size()), [=](int i) {
            if (i == args.wrong) throw std::range_error{"element"};
            ++y[i];
        });
    }
};

}  // namespace

TEST_CASE("a kernel that throws is told to who waits, with its cause") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1, 0};
    submit_work(context, array, nullptr, throw_range_error,
                {.label = {.part = 3}});
    const auto failed = failure_of([&] { context.wait(); });
    CHECK(failed.kernel() == "updating");
    CHECK(failed.part() == 3);
    CHECK(failed.exit_code() == ExitCode::fault);
    CHECK(std::string{failed.what()} ==
          "task updating of part 3 failed: no number came out");
    CHECK_THROWS_AS(std::rethrow_exception(failed.cause()), std::range_error);
    CHECK(context.has_failed());
}

TEST_CASE("the exit code of a failed task is that of its cause") {
    const auto code_of = [](void (*body)(int*, void*)) {
        Context context{cpu_workers(1)};
        Array<int> array{context, 1, 0};
        submit_work(context, array, nullptr, body);
        return failure_of([&] { array.read(); }).exit_code();
    };
    CHECK(code_of([](int*, void*) {
              throw runtime::NumericsError{"not positive definite"};
          }) == ExitCode::numerics);
    CHECK(code_of([](int*, void*) { throw std::bad_alloc{}; }) ==
          ExitCode::unavailable);
    CHECK(code_of([](int*, void*) { throw 1; }) == ExitCode::fault);
}

TEST_CASE("tasks after a failed one do nothing, and their arrays are lost") {
    std::vector<int> home(1, 5);
    {
        Context context{cpu_workers(several_workers())};
        Array<int> before{context, 1, 0}, broken{context, 1, 0};
        Array<int> after{context, std::span{home}};
        submit_work(context, before, nullptr, add_one);
        before.wait();
        submit_work(context, broken, nullptr, throw_range_error);
        CHECK_THROWS_AS(broken.wait(), TaskFailed);
        CHECK_THROWS_AS(submit_work(context, after, nullptr, add_one),
                        TaskFailed);
        CHECK_THROWS_AS(context.wait(), TaskFailed);
        CHECK_THROWS_AS(broken.read(), TaskFailed);
        CHECK_THROWS_AS(before.write(), TaskFailed);
        CHECK(before.read()[0] == 1);
        CHECK(after.read()[0] == 5);
    }
    CHECK(home[0] == 5);
    // The process goes on with another Context.
    Context context{cpu_workers(1)};
    CHECK_FALSE(context.has_failed());
    Array<int> array{context, 1, 0};
    submit_work(context, array, nullptr, add_one);
    CHECK(array.read()[0] == 1);
}

TEST_CASE("of several failures the first is told, again and again") {
    Context context{cpu_workers(several_workers())};
    std::vector<Array<int>> arrays;
    for (int k = 0; k < 20; ++k) arrays.emplace_back(context, 1, 0);
    for (int k = 0; k < 20; ++k) try {
            submit_work(context, arrays[k], nullptr, throw_range_error,
                        {.label = {.part = k}});
        } catch (const TaskFailed&) {
        }
    const int part = failure_of([&] { context.wait(); }).part();
    for (int k = 0; k < 3; ++k)
        CHECK(failure_of([&] { context.wait(); }).part() == part);
}

TEST_CASE("a Context is cancelled by another thread") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1, 0}, kept{context, 1, 7};
    std::atomic<bool> began{false};
    submit_work(context, array, &began, [](int*, void* with) {
        *static_cast<std::atomic<bool>*>(with) = true;
    });
    for (int k = 0; k < 1000; ++k)
        submit_work(context, array, nullptr, [](int* value, void*) {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
            ++*value;
        });
    wait_until(began);
    std::thread{[&] { context.cancel("time is up"); }}.join();
    CHECK(message_of<runtime::Cancelled>([&] { context.wait(); }) ==
          "time is up");
    CHECK_THROWS_AS(array.read(), runtime::Cancelled);
    CHECK(kept.read()[0] == 7);
}

TEST_CASE("a loop over CPUs that throws in one of them fails its task") {
    Context context{cpu_workers(1)};
    constexpr int size = 1 << 18;
    Array<int> array{context, size, 0};
    runtime::submit<Shared>(context, {-1}, array);
    CHECK(array.read()[size - 1] == 1);
    runtime::submit<Shared>(context, {size - 1}, array);
    const auto failed = failure_of([&] { array.read(); });
    CHECK(std::string{failed.what()} == "task shared failed: element");
}

TEST_CASE("a loop outside of tasks throws what its body throws") {
    for (const int wrong : {0, 100000, 199999}) {
        CHECK_THROWS_AS(runtime::for_each(200000,
                                          [wrong](int i) {
                                              if (i == wrong)
                                                  throw std::range_error{""};
                                          }),
                        std::range_error);
        std::atomic<int> calls{0};
        CHECK_THROWS_AS(
            runtime::parallel_items(100,
                                    [&](std::size_t i) {
                                        ++calls;
                                        if (i == 7) throw std::range_error{""};
                                    }),
            std::range_error);
        CHECK(calls >= 1);
    }
}

TEST_CASE("a graph whose task throws does not run again") {
    for (const auto capture : {runtime::Capture::on, runtime::Capture::off}) {
        auto options = cpu_workers(1);
        options.capture = capture;
        Context context{options};
        Array<int> array{context, 1, 0}, kept{context, 1, 7};
        auto graph = runtime::record(context, [&] {
            submit_work(context, array, nullptr, add_one);
            submit_work(context, array, nullptr,
                        [](int* values, void*) {
                            if (*values == 5) throw std::range_error{"five"};
                        },
                        {.label = {.part = 2}});
        });
        graph.run(4);
        CHECK(array.read()[0] == 4);
        CHECK(std::string{failure_of([&] {
                              graph.run(100);
                              context.wait();
                          }).what()} == "task updating of part 2 failed: five");
        CHECK_THROWS_AS(graph.run(), TaskFailed);
        CHECK_THROWS_AS(array.read(), TaskFailed);
        CHECK(kept.read()[0] == 7);
    }
}
