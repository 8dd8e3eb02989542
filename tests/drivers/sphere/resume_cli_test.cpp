// A flow that was ended and goes on is the flow that was not, bit by bit.
#include <fmt/format.h>

#include "tests/drivers/resume.hpp"
#include "tests/drivers/sphere/sphere_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr const char* kFlow = "--truncation 21 --start random:6 --seed 9 ";

void check_same(const io::FlowSnapshot& a, const io::FlowSnapshot& b) {
    CHECK(a.step == b.step);
    CHECK(a.time == b.time);
    CHECK(a.vorticity == b.vorticity);
    CHECK(a.start_energy == b.start_energy);
    CHECK(a.start_enstrophy == b.start_enstrophy);
}

}  // namespace

TEST_CASE("a flow in two parts is the flow in one") {
    // Also on several workers.
    for (const char* workers : {"", "--cpus 2 --cpu-workers 2 "}) {
        CAPTURE(workers);
        const Folder folder;
        const auto out = folder / "out";
        // The process that goes on, to be compared with: another one may plan
        // its FFTs in another way.
        const auto whole =
            saved(folder, "whole.h5",
                  fmt::format("{}{}{}--steps 34 --every 17 --out {}", kSphere,
                              kFlow, workers, out));
        const auto first = out + "/snapshot_000017.h5";
        const auto rest =
            saved(folder, "rest.h5",
                  fmt::format("{}{}--steps 34 --every 7 --resume {}", kSphere,
                              workers, first));
        check_same(flow_in(whole), flow_in(rest));
        CHECK(flow_in(whole).vorticity != flow_in(first).vorticity);
    }
}

TEST_CASE("what disagrees with the file of a flow, or is damaged, is refused") {
    const Folder folder;
    const auto file = saved(
        folder, "c.h5", kSphere + (kFlow + std::string{"--dt 0.01 --steps 5"}));
    const auto resume = "--resume " + file;
    // Nothing to do is no error, and what agrees is none.
    CHECK(sphere_json(resume + " --steps 5 --damping-time 0.1 --start "
                               "random:6,20")["steps"] == 5);
    check_disagreements(kSphere + resume, file,
                        {{"--truncation 22", "has 21"},
                         {"--start random:7", "has random:6,20"},
                         {"--seed 5", "has 9"},
                         {"--rotation 1", "--rotation 1: the run that"},
                         {"--dt 0.1", "has 0.01"},
                         {"--damping-time 0.3", "has 0.1;"},
                         {"--order 2", "has 4"},
                         {"--steps 4", "is at step 5 already"},
                         {"--days 0.01", "expected a time from 0.05 on"}});
}
