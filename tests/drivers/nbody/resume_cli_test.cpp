// A run that was ended and goes on is the run that was not, bit by bit.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

void check_same(const io::Snapshot& a, const io::Snapshot& b) {
    CHECK(a.step == b.step);
    CHECK(a.time == b.time);
    CHECK(a.bodies.mass == b.bodies.mass);
    CHECK(a.bodies.position == b.bodies.position);
    CHECK(a.bodies.velocity == b.bodies.velocity);
    CHECK(a.start.kinetic == b.start.kinetic);
    CHECK(a.start.potential == b.start.potential);
}

std::string saved(const Folder& folder, const std::string& name,
                  const std::string& arguments) {
    const auto file = folder / name;
    const auto result = run_nbody(arguments + " --checkpoint " + file);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return file;
}

}  // namespace

TEST_CASE("a run in two parts is the run in one") {
    for (const char* precision : {"single", "mixed", "double"}) {
        CAPTURE(precision);
        const Folder folder;
        const auto run = fmt::format(
            "--n 150 --model king --seed 9 --precision {} ", precision);
        const auto whole = saved(folder, "whole.h5", run + "--steps 40");
        const auto first = saved(folder, "first.h5", run + "--steps 17");
        const auto rest =
            saved(folder, "rest.h5", "--steps 40 --every 7 --resume " + first);
        check_same(snapshot_in(whole), snapshot_in(rest));
        CHECK(snapshot_in(whole).bodies.position !=
              snapshot_in(first).bodies.position);
        const auto again =
            saved(folder, "again.h5", run + "--steps 40 --resume " + first);
        check_same(snapshot_in(whole), snapshot_in(again));
    }
}

TEST_CASE("a run to a time in two parts is the run in one") {
    const Folder folder;
    const std::string run = "--n 100 --dt 0.01 ";
    // 0.33 is no multiple of the step.
    const auto whole = saved(folder, "whole.h5", run + "--until 0.335");
    CHECK(snapshot_in(whole).step == 34);
    CHECK(snapshot_in(whole).time == 0.335);
    const auto first = saved(folder, "first.h5", run + "--steps 20");
    const auto rest =
        saved(folder, "rest.h5", "--until 0.335 --resume " + first);
    check_same(snapshot_in(whole), snapshot_in(rest));
    // What goes on behind a short step counts from there.
    const auto more = saved(folder, "more.h5", "--steps 36 --resume " + rest);
    CHECK(snapshot_in(more).step == 36);
    CHECK(close(snapshot_in(more).time, 0.355, 1e-12));
}

TEST_CASE("a run that was killed goes on from its checkpoint") {
    const Folder folder;
    const auto file = folder / "c.h5";
    const std::string run = "--n 400 --seed 5 ";
    const auto killed =
        run_cli(std::string{kNbody} + run +
                    "--steps 1000000 --checkpoint-every 5 --checkpoint " + file,
                "timeout --signal=KILL 3 ");
    CHECK(killed.code != 0);
    const auto at = snapshot_in(file).step;
    REQUIRE(at > 0);
    REQUIRE(at % 5 == 0);
    const auto end = at + 10;
    const auto rest = saved(folder, "rest.h5",
                            fmt::format("--steps {} --resume {}", end, file));
    const auto whole =
        saved(folder, "whole.h5", run + fmt::format("--steps {}", end));
    check_same(snapshot_in(whole), snapshot_in(rest));
}

TEST_CASE("an interrupted run leaves whole files only") {
    const Folder folder;
    const auto out = folder / "out";
    const auto result = run_cli(
        std::string{kNbody} + "--n 500 --steps 1000000 --every 1 --out " + out,
        "timeout --preserve-status --kill-after=5 --signal=INT 2 ");
    CHECK(result.code == 130);
    CHECK(result.log == "tasuki: interrupted\n");
    for (const auto& entry : std::filesystem::directory_iterator{out}) {
        const auto name = entry.path().filename().string();
        CAPTURE(name);
        CHECK(name.starts_with("snapshot_"));
        CHECK_NOTHROW(snapshot_in(entry.path().string()));
    }
}

TEST_CASE("what disagrees with the file is refused, and named") {
    const Folder folder;
    const auto file = saved(folder, "c.h5", "--n 60 --seed 4 --steps 5");
    const std::pair<const char*, const char*> cases[] = {
        {"--eps 0.1", "--eps 0.1: the run that"},
        {"--dt 0.1", "--dt 0.1"},
        {"--gravity 2", "--gravity 2"},
        {"--precision double", "has single"},
        {"--n 61", "has 60"},
        {"--model king", "has plummer"},
        {"--seed 5", "has 4"},
        {"--in other.bin", "began with --model plummer"},
        {"--steps 4", "is at step 5 already"},
        {"--until 0.01", "expected a time from 0.0390625 on"},
    };
    for (const auto& [arguments, text] : cases) {
        CAPTURE(arguments);
        const auto result =
            run_nbody(fmt::format("--resume {} {}", file, arguments));
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(result.log.find(text) != std::string::npos);
    }
    // Nothing to do is no error.
    CHECK(nbody_json("--steps 5 --resume " + file)["steps"] == 5);
    const auto bodies = "--in " + file + " --steps 3 --eps 0.1";
    CHECK(nbody_json(bodies)["eps"] == 0.1);
}

TEST_CASE("what goes on says where it began") {
    const Folder folder;
    const auto whole = nbody_json("--n 80 --steps 20");
    const auto file = saved(folder, "c.h5", "--n 80 --steps 12");
    const auto rest = nbody_json("--steps 20 --resume " + file);
    CHECK(rest["initial"] == whole["initial"]);
    CHECK(rest["final"] == whole["final"]);
    CHECK(rest["first_step"] == 12);
    CHECK(rest["n"] == 80);
}

namespace {

/// The table on stdout, below its head.
std::string table_of(const CliResult& result) {
    const auto begin = result.out.find("  step ");
    return result.out.substr(begin, result.out.find("\n\n", begin) - begin);
}

}  // namespace

TEST_CASE("film and table are whole after a restart") {
    const Folder folder;
    const auto whole = folder / "whole", part = folder / "part",
               file = folder / "c.h5";
    const std::string run = "--n 60 --film --steps ";
    const auto one = run_nbody(run + "40 --out " + whole);
    REQUIRE(one.code == 0);
    REQUIRE(
        run_nbody(run + "16 --every 4 --checkpoint " + file + " --out " + part)
            .code == 0);
    const auto rest = run + "40 --out " + part + " --resume ";
    const auto two = run_nbody(rest + file);
    REQUIRE(two.code == 0);
    const auto film = read_file(whole + "/film.png");
    CHECK(read_file(part + "/film.png") == film);
    CHECK(table_of(two) == table_of(one));
    // A run that is done is so again.
    const auto again = run_nbody(rest + part + "/snapshot_000040.h5");
    REQUIRE(again.code == 0);
    CHECK(read_file(part + "/film.png") == film);
    CHECK(table_of(again) == table_of(one));
    CHECK(again.log.empty());
}

TEST_CASE("a film that lacks snapshots says so") {
    const Folder folder;
    const auto file = saved(folder, "c.h5", "--n 60 --steps 16 --every 4");
    const auto rest = "--steps 40 --film --resume " + file + " --out ";
    const auto late = run_nbody(rest + (folder / "late"));
    REQUIRE(late.code == 0);
    CHECK(late.log.find("no snapshot of step 0") != std::string::npos);
}

TEST_CASE("snapshots of two runs do not get into one folder") {
    const Folder folder;
    const auto of = [&](int seed) {
        return fmt::format("--n 20 --seed {} --out {} ", seed, folder / "out");
    };
    const auto mine = saved(folder, "mine.h5", "--n 20 --seed 1 --steps 4 ");
    REQUIRE(run_nbody(of(2) + "--steps 4").code == 0);
    const auto before = read_file(folder / "out/snapshot_000004.h5");
    CHECK(refused(run_nbody(of(1) + "--steps 4")));
    const auto other = run_nbody(of(1) + "--steps 8 --resume " + mine);
    CHECK(other.code == 2);
    CHECK(contains(other.log, "found snapshot_000000.h5 of another"));
    CHECK(read_file(folder / "out/snapshot_000004.h5") == before);

    CHECK(run_nbody(of(1) + "--steps 3 --overwrite").code == 0);
    CHECK_FALSE(std::filesystem::exists(folder / "out/snapshot_000004.h5"));
    CHECK(run_nbody(of(1) + "--steps 8 --resume " + mine).code == 0);
}
