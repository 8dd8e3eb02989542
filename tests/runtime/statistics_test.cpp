// Who did which phase, and for how long.
#include "runtime/core/statistics.hpp"

#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;

void sleep_5_ms(int*, void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
}

template <class Kernel = Updating>
void submit_many(Context& context, Array<int>& array, int count) {
    for (int k = 0; k < count; ++k)
        submit_work<Kernel>(context, array, nullptr, sleep_5_ms);
}

}  // namespace

TEST_CASE("tasks and their time are counted by the codelet's name") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1};
    clear(array);
    const auto start = std::chrono::steady_clock::now();
    submit_many(context, array, 3);
    submit_many<Other>(context, array, 4);
    context.wait();
    const std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    const auto phases = context.statistics().phases();
    REQUIRE(phases.size() == 2);
    CHECK(phases.at("updating").on_cpu == 3);
    CHECK(phases.at("other").on_cpu == 4);
    CHECK(phases.at("updating").on_gpu == 0);
    CHECK(phases.at("updating").seconds >= 3 * 0.005);
    CHECK(phases.at("other").seconds >= 4 * 0.005);
    // One worker cannot have been busy for longer than this took.
    CHECK(phases.at("updating").seconds + phases.at("other").seconds <
          elapsed.count());
}

TEST_CASE("the newest end is that of the last task") {
    Context context{cpu_workers(several_workers())};
    Array<int> one{context, 1}, other{context, 1};
    clear(one);
    clear(other);
    const auto& statistics = context.statistics();
    CHECK(statistics.last_end() == 0);
    submit_many(context, one, 2);
    context.wait();
    const auto first = statistics.last_end();
    CHECK(first > 0);
    const auto before = runtime::machine_nanoseconds();
    CHECK(first <= before);
    submit_many(context, one, 4);
    submit_many(context, other, 1);
    context.wait();
    CHECK(statistics.last_end() >= before + 20'000'000);
    CHECK(statistics.last_end() <= runtime::machine_nanoseconds());
}

TEST_CASE("a reset forgets, and so does a new Context") {
    {
        Context context{cpu_workers(1)};
        Array<int> array{context, 1};
        clear(array);
        submit_many(context, array, 2);
        context.wait();
        context.statistics().reset();
        CHECK(context.statistics().phases().empty());
        submit_many(context, array, 1);
        context.wait();
        CHECK(context.statistics().phases().at("updating").on_cpu == 1);
    }
    Context context{cpu_workers(1)};
    CHECK(context.statistics().phases().empty());
}
