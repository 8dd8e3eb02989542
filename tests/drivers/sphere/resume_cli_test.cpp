// A flow that was ended and goes on is the flow that was not, bit by bit.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/close.hpp"
#include "tests/drivers/signals.hpp"
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

std::string saved(const Folder& folder, const std::string& name,
                  const std::string& arguments) {
    const auto file = folder / name;
    const auto result = run_sphere(arguments + " --checkpoint " + file);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return file;
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
                  fmt::format("{}{}--steps 34 --every 17 --out {}", kFlow,
                              workers, out));
        const auto first = out + "/snapshot_000017.h5";
        const auto rest = saved(
            folder, "rest.h5",
            fmt::format("{}--steps 34 --every 7 --resume {}", workers, first));
        check_same(flow_in(whole), flow_in(rest));
        CHECK(flow_in(whole).vorticity != flow_in(first).vorticity);
        const auto again = saved(
            folder, "again.h5",
            fmt::format("{}{}--steps 34 --resume {}", kFlow, workers, first));
        check_same(flow_in(whole), flow_in(again));
    }
}

TEST_CASE("a flow to a time in two parts is the flow in one") {
    const Folder folder;
    const auto out = folder / "out";
    // 0.335 is no multiple of the step.
    const auto whole =
        saved(folder, "whole.h5",
              fmt::format("{}--dt 0.01 --days 0.335 --every 20 --out {}", kFlow,
                          out));
    CHECK(flow_in(whole).step == 34);
    CHECK(flow_in(whole).time == 0.335);
    const auto rest =
        saved(folder, "rest.h5",
              "--days 0.335 --resume " + out + "/snapshot_000020.h5");
    check_same(flow_in(whole), flow_in(rest));
    // What goes on behind a short step counts from there.
    const auto more = saved(folder, "more.h5", "--steps 36 --resume " + rest);
    CHECK(close(flow_in(more).time, 0.355, 1e-12));
}

TEST_CASE("a flow that was killed goes on from its checkpoint") {
    const Folder folder;
    const auto out = folder / "out", file = folder / "c.h5";
    const auto killed =
        run_cli(std::string{kSphere} + kFlow +
                    fmt::format("--steps 1000000 --every 20 --out {} "
                                "--checkpoint-every 15 --checkpoint {}",
                                out, file),
                "timeout --signal=KILL 3 ");
    CHECK(killed.code != 0);
    // From the last snapshot but one to the last.
    std::uint64_t last = 0;
    for (const auto& entry : std::filesystem::directory_iterator{out}) {
        const auto name = entry.path().filename().string();
        if (name.starts_with("snapshot_") && name.ends_with(".h5"))
            last = std::max(last, flow_in(entry.path().string()).step);
    }
    REQUIRE(last >= 40);
    const auto at = flow_in(file).step;
    REQUIRE(at % 15 == 0);
    const auto kept = fmt::format("{}/snapshot_{:06}.h5", out, last - 20);
    const auto rest = saved(folder, "rest.h5",
                            fmt::format("--steps {} --resume {}", last, kept));
    check_same(flow_in(fmt::format("{}/snapshot_{:06}.h5", out, last)),
               flow_in(rest));
    CHECK(sphere_json(fmt::format("--steps {} --resume {}", at + 3,
                                  file))["steps"] == at + 3);
}

TEST_CASE("an interrupted flow leaves whole files only") {
    const Folder folder;
    const auto out = folder / "out";
    const auto result =
        run_cli(std::string{kSphere} + kFlow +
                    "--steps 1000000 --every 1 --pictures --out " + out,
                "timeout --preserve-status --kill-after=5 --signal=INT 2 ");
    CHECK(result.code == 130);
    CHECK(result.log == "tasuki: interrupted\n");
    for (const auto& entry : std::filesystem::directory_iterator{out}) {
        const auto name = entry.path().filename().string();
        CAPTURE(name);
        if (name.starts_with("snapshot_"))
            CHECK_NOTHROW(flow_in(entry.path().string()));
        else
            CHECK(name.starts_with("picture_"));
    }
}

TEST_CASE("what disagrees with the file of a flow is refused, and named") {
    const Folder folder;
    const auto file =
        saved(folder, "c.h5", std::string{kFlow} + "--dt 0.01 --steps 5");
    const std::pair<const char*, const char*> cases[] = {
        {"--truncation 22", "has 21"},
        {"--start random:7", "has random:6,20"},
        {"--start rossby-haurwitz", "has random:6,20"},
        {"--seed 5", "has 9"},
        {"--wind 1", "has 0.25"},
        {"--rotation 1", "--rotation 1: the run that"},
        {"--dt 0.1", "has 0.01"},
        {"--viscosity 1", "--viscosity 1"},
        {"--damping-time 0.3", "--damping-time 0.3: the run that"},
        {"--damping-time 0.3", "has 0.1;"},
        {"--order 2", "has 4"},
        {"--steps 4", "is at step 5 already"},
        {"--days 0.01", "expected a time from 0.05 on"},
    };
    for (const auto& [arguments, text] : cases) {
        CAPTURE(arguments);
        const auto result =
            run_sphere(fmt::format("--resume {} {}", file, arguments));
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(result.log.find(text) != std::string::npos);
    }
    // Nothing to do is no error, and what agrees is none.
    CHECK(sphere_json("--steps 5 --damping-time 0.1 --start random:6,20 "
                      "--resume " +
                      file)["steps"] == 5);
}

TEST_CASE("a flow that a signal ended goes on, with its film and table") {
    const Folder folder;
    const auto out = folder / "out", file = folder / "c.h5";
    const auto run = fmt::format(
        "{}--every 50 --checkpoint-every 1000000 --film --out {} --checkpoint "
        "{} --steps ",
        kFlow, out, file);
    const auto ended = run_and_signal(kSphere + run + "1000000", file, "TERM");
    CAPTURE(ended.log);
    CHECK(ended.code == 143);
    const auto at = flow_in(file).step;
    CHECK(ended.log.find(fmt::format("after step {}; ", at)) !=
          std::string::npos);
    const auto end = (at / 50 + 2) * 50;
    const auto rest = fmt::format("{}{} --resume ", run, end);
    REQUIRE(run_sphere(rest + file).code == 0);
    // One line for each output, and none where the run was ended.
    const auto table = flow_in(file).table;
    REQUIRE(table.size() == end / 50 + 1);
    for (std::size_t k = 0; k < table.size(); ++k)
        CHECK(table[k].step == 50.0 * static_cast<double>(k));
    // A flow that is done is so again.
    const auto film = read_file(out + "/film.png");
    const auto again = run_sphere(rest + file);
    CAPTURE(again.log);
    CHECK(again.code == 0);
    CHECK(again.log.empty());
    CHECK(read_file(out + "/film.png") == film);
}
