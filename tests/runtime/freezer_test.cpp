// When the places of tasks are kept, and given back to the policy.
#include "runtime/replay/freezer.hpp"

#include "runtime/replay/recording.hpp"
#include "tests/runtime/support.hpp"

namespace {

using tasuki::runtime::detail::Freezer, tasuki::runtime::detail::kAnyWorker;
using tasuki::runtime::detail::Observation;
using tasuki::runtime::detail::ObservationPtr, tasuki::runtime::detail::Pace;

/// A program whose iterations take as long as it is told.
class Program {
  public:
    explicit Program(bool has_others = false) : freezer{has_others} {}
    /// @return  how many were iterated until `freezer` was as wanted
    int iterate(int times, std::int64_t each, bool until_frozen) {
        for (int k = 0; k < times; ++k) {
            freezer.see_iteration(is_policys, stays);
            if (freezer.is_frozen() == until_frozen) return k;
            if (freezer.may_freeze() &&
                !(needs_settled && freezer.needs_settled()))
                freezer.freeze();
            now_ += each;
            freezer.pace()->see_end(freezer.is_frozen(), now_);
        }
        return times;
    }
    Freezer freezer;
    bool is_policys = false, stays = false;
    bool needs_settled = false;  ///< the policy never is

  private:
    std::int64_t now_ = 1000000;
};

}  // namespace

TEST_CASE("a pace is the median of the last iterations of a kind") {
    Pace pace;
    std::int64_t now = 5;
    pace.see_end(false, now);
    for (int k = 0; k < 9; ++k) pace.see_end(false, now += 100);
    CHECK(!pace.median(false));
    pace.see_end(false, now += 5000);  // an interruption
    CHECK(*pace.median(false) == 100);
    // From one kind to the other nothing is known.
    pace.see_end(true, now += 7);
    CHECK(!pace.median(true));
    for (int k = 0; k < 10; ++k) pace.see_end(true, now += 70);
    CHECK(*pace.median(true) == 70);
    CHECK(*pace.median(false) == 100);
    for (int k = 0; k < 6; ++k) pace.see_end(true, now += 90);
    CHECK(*pace.median(true) == 90);
    // Two in turns.
    for (int k = 0; k < 11; ++k)
        pace.see_end(true, now += k % 2 == 0 ? 20 : 180);
    CHECK(*pace.median(true) == 100);
    pace.forget(true);
    CHECK(!pace.median(true));
    CHECK(*pace.median(false) == 100);
}

TEST_CASE("an observation knows who ran a task each of the last times") {
    const ObservationPtr seen{
        new Observation{2, false, std::make_shared<Pace>()}};
    CHECK(seen->worker(0, 1) == kAnyWorker);
    for (int k = 0; k < 3; ++k) seen->see_end(0, 4, 1);
    CHECK(seen->worker(0, 3) == 4);
    CHECK(seen->worker(0, 4) == kAnyWorker);
    CHECK(seen->worker(1, 1) == kAnyWorker);
    seen->see_end(0, 5, 1);
    CHECK(seen->worker(0, 2) == kAnyWorker);
    seen->see_end(0, 5, 1);
    CHECK(seen->worker(0, 2) == 5);
}

TEST_CASE("what is frozen stays so while the program records it") {
    Program program;
    program.iterate(100, 1000, true);
    program.stays = true;
    CHECK(program.iterate(100, 1100, false) == 100);
    program.stays = false;
    CHECK(program.iterate(100, 1100, false) < 100);
}

TEST_CASE("what is not faster frozen goes back to the policy, ever longer") {
    Program program;
    CHECK(program.iterate(100, 1000, true) == 16);
    CHECK(program.iterate(100, 1100, false) == 19);
    const int second = program.iterate(200, 1000, true);
    CHECK(second > 30);
    CHECK(second < 40);
}

TEST_CASE("what was faster frozen stays until it becomes slower") {
    Program program;
    program.iterate(100, 1000, true);
    CHECK(program.iterate(1000, 500, false) == 1000);
    // Slower than it was, though not than the policy: the machine has changed.
    CHECK(program.iterate(10, 800, false) == 10);
    CHECK(program.iterate(1000, 500, false) == 1000);  // it was a moment
    // No place of a task is worth as much.
    CHECK(program.iterate(1000, 740, false) == 1000);
    CHECK(program.iterate(1000, 800, false) < 40);
    CHECK(!program.freezer.is_frozen());
}

TEST_CASE(
    "places that a policy would try others for are kept if that is far "
    "faster") {
    Program program;
    program.is_policys = true;
    CHECK(!program.freezer.needs_settled());
    CHECK(program.iterate(100, 1000, true) == 16);
    CHECK(program.iterate(1000, 700, false) == 1000);
    CHECK(program.freezer.needs_settled());
}

TEST_CASE("otherwise they go back to the policy, until it has settled") {
    Program program;
    program.is_policys = true;
    program.iterate(100, 1000, true);
    CHECK(program.iterate(1000, 800, false) == 28);
    CHECK(program.freezer.needs_settled());
    // It may be soon: nothing was slower.
    CHECK(program.iterate(100, 1000, true) < 20);
    CHECK(program.iterate(1000, 800, false) == 1000);
}

TEST_CASE(
    "lists that are proven return where the policy finds no better places") {
    Program program;
    program.is_policys = true;
    program.iterate(100, 1000, true);
    const int proven = program.freezer.lists();
    CHECK(proven != 0);
    CHECK(program.iterate(1000, 800, false) == 28);
    CHECK(program.freezer.proven() == proven);
    // The policy has settled, and its places are in lists.
    program.iterate(100, 900, true);
    CHECK(program.freezer.lists() != proven);
    // As fast: they stay.
    SUBCASE("as fast") {
        CHECK(program.iterate(1000, 810, false) == 1000);
        CHECK(program.freezer.lists() != proven);
        CHECK(program.freezer.proven() == 0);
    }
    SUBCASE("slower") {
        CHECK(program.iterate(1000, 850, false) == 1000);
        CHECK(program.freezer.lists() == proven);
        CHECK(program.freezer.is_settled());
    }
}

TEST_CASE("they return for a while if the policy needs long") {
    Program program;
    program.is_policys = program.needs_settled = true;
    constexpr std::int64_t kTasks = 10000000, kLists = 8000000;  // [ns]
    program.iterate(100, kTasks, true);
    const int proven = program.freezer.lists();
    program.iterate(100, kLists, false);
    // Not if it has found something already.
    CHECK(program.iterate(1000, kLists / 2, true) == 1000);
    const int looked = program.iterate(1000, kTasks, true);
    CHECK(looked < 20);
    CHECK(program.freezer.lists() == proven);
    // It looks again, for a tenth of the time.
    const int rested = program.iterate(100000, kLists, false);
    CHECK(rested >= 10 * 1000);
    CHECK(rested < 11 * 1100);
    CHECK(program.iterate(1000, kTasks, true) == 199);
    CHECK(program.freezer.lists() == proven);
}

TEST_CASE("lists that have become slower than they were are proven, too") {
    Program program;
    program.is_policys = program.needs_settled = true;
    constexpr std::int64_t kTasks = 10000000;  // [ns]
    program.iterate(100, kTasks, true);
    const int lists = program.freezer.lists();
    CHECK(program.iterate(1000, 7000000, false) == 1000);
    // As while another rank has tasks.
    CHECK(program.iterate(1000, 9000000, false) < 40);
    CHECK(program.freezer.proven() == lists);
    CHECK(program.iterate(1000, kTasks, true) < 250);
    CHECK(program.freezer.lists() == lists);
}

TEST_CASE("lists stay while other ranks look for better places") {
    Program program{/*has_others=*/true};
    program.is_policys = true;
    program.iterate(100, 10000000, true);
    CHECK(program.iterate(1000, 5000000, false) == 1000);
    CHECK(program.iterate(80, 9000000, false) == 80);
    CHECK(program.iterate(1000, 5000000, false) == 1000);
    // Too long for that.
    CHECK(program.iterate(1000, 9000000, false) < 125);
}

TEST_CASE("lists are judged when they no longer begin") {
    Program program;
    program.is_policys = true;
    program.iterate(100, 1000, true);
    program.iterate(12, 2000, false);
    CHECK(program.iterate(1000, 700, false) == 1000);
}
