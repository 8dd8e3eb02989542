// How long a policy waits until it is known what iterations gain in lists.
#include <chrono>
#include <thread>

#include "runtime/core/session.hpp"
#include "runtime/replay/replay.hpp"
#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;

struct Rest {
    static constexpr auto name = "rest";
    struct Args {
        std::chrono::milliseconds time;
    };
    static void cpu(const Args& args, runtime::Update<int>) {
        std::this_thread::sleep_for(args.time);
    }
};

bool is_held = false;

/// After so many iterations, none of which has become lists.
bool holds_after(int iterations, std::chrono::milliseconds each) {
    runtime::Context context{cpu_workers(several_workers())};
    is_held = false;
    context.session().hold = [](bool holds) { is_held = holds; };
    runtime::Array<int> array{context, 1, 0};
    runtime::Replay replay{context};
    for (int k = 0; k < iterations; ++k) {
        replay.iteration(
            [&] { runtime::submit<Rest>(context, {each}, array); });
        context.wait();
    }
    CHECK(replay.counts().lists == 0);
    return is_held;
}

}  // namespace

TEST_CASE("a policy is held for a few short iterations, not for long ones") {
    if (several_workers() == 1) return;  // with one, nothing is left to it
    using std::chrono::milliseconds;
    CHECK(holds_after(10, milliseconds{0}));
    CHECK(!holds_after(10, milliseconds{150}));
}
