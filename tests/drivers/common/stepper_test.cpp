// Steps of a run, and what the host does beside them.
#include "drivers/experiment/steps/stepper.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "runtime/core/array.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/lambda.hpp"

using namespace tasuki;
using namespace tasuki::drivers;

TEST_CASE("what the host does beside steps is none of their time") {
    runtime::Context context{{.cpu_workers = 1, .gpus = 0}};
    runtime::Array<int> count{context, 1, 0};
    StepPlan plan;
    plan.last_step = 6;
    plan.every = 3;
    plan.clock = {0.5, 0, 0};
    const StepOptions options;
    Stepper stepper{options, plan, context, nullptr, 8, 1};
    const auto submit = [&](double dt) {
        CHECK(dt == 0.5);
        runtime::submit(
            context, "test_step", [](runtime::Update<int> n) { ++n[0]; },
            count);
    };
    const auto takes_long = [] {
        std::this_thread::sleep_for(std::chrono::milliseconds{400});
        return true;
    };
    // The first step is for itself.
    CHECK(stepper.advance(0, submit) == 1);
    const double before = stepper.spent();
    CHECK(stepper.held_back().seconds == 0);
    CHECK(stepper.advance(1, submit, takes_long) == 3);
    CHECK(stepper.spent() - before < 0.2);
    CHECK(stepper.held_back().seconds > 0.2);
    // Where it fails, the steps end first.
    CHECK_THROWS_AS(
        stepper.advance(3, submit,
                        []() -> bool { throw runtime::UsageError{"full"}; }),
        runtime::UsageError);
    CHECK(count.read()[0] == 6);
}
