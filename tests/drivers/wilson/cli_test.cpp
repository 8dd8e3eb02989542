// `tasuki wilson` as scripts and people use it.
#include "tests/drivers/cli.hpp"

#include "codelets/wilson/reference.hpp"
#include "drivers/lattice/block_options.hpp"
#include "io/gauge/gauge_file.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"

namespace {

using namespace tasuki;
using test::close, test::contains, test::refused, test::run_cli;

constexpr const char* kQuick = " --repetitions 1 --iterations 2";

Json wilson_json(const std::string& arguments) {
    return test::cli_json("wilson " + arguments + kQuick);
}

}  // namespace

TEST_CASE("the sample's norms are the reference's, for every cut") {
    const auto file =
        io::read_gauge(test::sample_path("wilson_b6.0_8x8x8x16.nersc"));
    const auto& u = file.field;
    const auto source = lattice::point_source(u.extents(), {1, 2, 3, 15}, 2, 1);
    const wilson::reference::Parameters parameters{0.13, -1};
    const auto once = wilson::reference::wilson(u, source, parameters);
    const auto twice = wilson::reference::wilson(u, once, parameters);
    for (const char* cut : {"--blocks 1x1x1x1",
                            "--blocks 2x2x2x4 "
                            "--reconstruct 12",
                            "--placement cpu"}) {
        CAPTURE(cut);
        const auto j = wilson_json(
            std::string{"--kappa 0.13 --apply 2 --source point:1,2,3,15,2,1 "} +
            cut);
        const auto norm2 = j["norm2"].get<std::vector<double>>();
        REQUIRE(norm2.size() == 2);
        // Single-precision links: the third row of 12 reals differs by 1e-7.
        const double tolerance = j["reconstruct"] == 12 ? 1e-6 : 1e-12;
        CHECK(close(norm2[0], lattice::norm2(once), tolerance));
        CHECK(close(norm2[1], lattice::norm2(twice), tolerance));
    }
}

TEST_CASE("two rows of links that are not quite unitary are checked as such") {
    auto u = lattice::hot_start(lattice::Extents{{4, 4, 4, 4}}, 5);
    for (auto& link : u.links()) link(2, 1) += 3e-7;
    const test::Folder folder;
    io::write_gauge(folder / "rounded.nersc", u, io::WriteOptions{});
    const auto result = run_cli("wilson --reconstruct 12 --gauge " +
                                (folder / "rounded.nersc") + kQuick);
    CHECK(result.code == 0);
    CHECK(contains(result.log, "--reconstruct 12"));
}

TEST_CASE("the JSON has what scripts rely on, the table what people read") {
    const test::Folder folder;
    const auto result = run_cli(
        "wilson --gauge hot:1 --lattice 4x4x4x8 --apply 3 --placement cpu "
        "--precision single --json " +
        (folder / "result.json") + kQuick);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(contains(result.out, "GFLOP/s"));
    CHECK(contains(result.out, "interior"));
    const auto j = Json::parse(test::read_file(folder / "result.json"));
    CHECK(j["norm2"].size() == 3);
    for (const char* key : {"seconds_median", "seconds_all", "roofline_percent",
                            "bandwidth_gbs", "relative_error"}) {
        CAPTURE(key);
        CHECK(j.contains(key));
    }
    CHECK(close(j["gflops"].get<double>() * 1320,
                j["gflops_1320"].get<double>() * 1488, 1e-15));
    CHECK(j["workers"].size() == 1);
    for (const char* phase : {"pack", "matvec", "interior", "merge"}) {
        CAPTURE(phase);
        CHECK(j["phases"][phase]["cpu"].get<int>() > 0);
        CHECK(j["phases"][phase]["gpu"].get<int>() == 0);
        CHECK(j["phases"][phase].contains("seconds"));
    }
}

TEST_CASE("a configuration of odd form gives a warning, or --strict refuses") {
    const test::Folder folder;
    auto bytes =
        test::read_file(test::sample_path("wilson_b6.0_8x8x8x16.nersc"));
    bytes.replace(0, 12, "begin_header");
    test::write_file(folder / "odd", bytes);
    const auto arguments = "wilson --gauge " + (folder / "odd") + kQuick;
    const auto result = run_cli(arguments);
    CHECK(result.code == 0);
    CHECK(contains(result.log, "odd case"));
    const auto strict = run_cli(arguments + " --strict");
    CHECK(refused(strict));
    CHECK(contains(strict.log, "odd case"));
}

TEST_CASE("a policy can be named, and the environment wins visibly") {
    CHECK(wilson_json("--sched lws")["policy"] == "lws");
    const auto result =
        run_cli(std::string{"wilson --json -"} + kQuick, "STARPU_SCHED=prio ");
    CHECK(test::json_of(result)["policy"] == "prio");
    CHECK(contains(result.log, "STARPU_SCHED=prio"));
}

TEST_CASE("a run says when it measures task times, and where they are kept") {
    const test::Folder home;
    const auto log_of = [&](const std::string& arguments) {
        const auto result =
            run_cli("wilson --gpus 0 --gauge cold --lattice 4x4x4x8 " +
                        arguments + " --repetitions 1 --iterations 20",
                    // StarPU would take that folder.
                    "env -u XDG_CACHE_HOME STARPU_HOME=" + home.path() + " ");
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        return result.log;
    };
    CHECK(contains(log_of("--sched dmdas"),
                   "tasuki: warning: policy dmdas measures its performance "
                   "models now: this run is slower at first; kept in " +
                       home.path()));
    CHECK(!contains(log_of("--sched lws --blocks 1x1x2x1"),
                    "performance models"));
    CHECK(contains(log_of("--sched dmdas --calibrate"),
                   "tasuki: warning: task times are measured anew: "
                   "this run is slower at first; kept in " +
                       home.path()));
    CHECK(contains(log_of("--sched eager --calibrate"),
                   "eager does not use them"));
}

TEST_CASE("an interrupted run ends at once, with code 130 and no file") {
    const test::Folder folder;
    // Killed, and of code 137, if it takes more than a minute to end.
    const auto result =
        run_cli("wilson --iterations 1000000 --repetitions 1000 --json " +
                    (folder / "result.json"),
                "timeout --preserve-status --kill-after=60 --signal=INT 2 ");
    CHECK(result.code == 130);
    CHECK(result.out.empty());
    CHECK(result.log == "tasuki: interrupted\n");
    CHECK(folder.names().empty());
}

TEST_CASE("blocks that live on the CPU need no memory of a GPU") {
    using drivers::share_of_fullest;
    CHECK(share_of_fullest(8, 8, 1) == 1);
    CHECK(share_of_fullest(0, 8, 2) == 0);
    // The first GPU has its four, the second one two.
    CHECK(share_of_fullest(6, 8, 2) == 1);
    CHECK(share_of_fullest(1, 3, 2) == 0.5);
}

TEST_CASE("help of a simulation has its machine and the command's options") {
    const auto result = test::run_cli("simulate wilson --help");
    if (test::is_missing(result)) return;
    CHECK(result.code == 0);
    CHECK(contains(result.out, "--machine"));
    CHECK(contains(result.out, "--lattice"));
}
