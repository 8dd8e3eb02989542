// `tasuki wilson` as scripts and people use it.
#include "tests/drivers/cli.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "codelets/wilson/reference.hpp"
#include "io/gauge/gauge_file.hpp"
#include "runtime/core/devices.hpp"
#include "tests/close.hpp"

namespace {

using namespace tasuki;
using tasuki::test::close;
using test::refused, test::run_cli;

constexpr const char* kQuick = " --repetitions 1 --iterations 2";

nlohmann::json wilson_json(const std::string& arguments) {
    const auto result = run_cli("wilson --json - " + arguments + kQuick);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out);
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
    CHECK(result.log.find("--reconstruct 12") != std::string::npos);
}

TEST_CASE("the JSON has what scripts rely on") {
    const auto j = wilson_json(
        "--gauge hot:1 --lattice 4x4x4x8 --apply 3 "
        "--placement cpu --precision single");
    CHECK(j["norm2"].size() == 3);
    for (const char* key : {"seconds_per_apply", "gflops", "gflops_1320",
                            "roofline_percent", "bandwidth_gbs"}) {
        CAPTURE(key);
        CHECK(j[key].get<double>() > 0);
    }
    CHECK(close(j["gflops"].get<double>() * 1320,
                j["gflops_1320"].get<double>() * 1488, 1e-15));
    CHECK(j["workers"].size() == 1);
    for (const char* phase : {"pack", "matvec", "interior", "merge"}) {
        CAPTURE(phase);
        CHECK(j["phases"][phase]["cpu"].get<int>() > 0);
        CHECK(j["phases"][phase]["gpu"].get<int>() == 0);
        CHECK(j["phases"][phase]["seconds"].get<double>() > 0);
    }
}

TEST_CASE("the table goes to stdout, and JSON to a file besides") {
    const test::Folder folder;
    const auto result =
        run_cli("wilson --json " + (folder / "result.json") + kQuick);
    CHECK(result.code == 0);
    CHECK(result.out.find("GFLOP/s") != std::string::npos);
    CHECK(result.out.find("interior") != std::string::npos);
    CHECK(nlohmann::json::parse(test::read_file(folder / "result.json"))
              .contains("norm2"));
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
    CHECK(result.log.find("odd case") != std::string::npos);
    const auto strict = run_cli(arguments + " --strict");
    CHECK(refused(strict));
    CHECK(strict.log.find("odd case") != std::string::npos);
}

TEST_CASE("bad usage is refused in one line, with exit code 2") {
    for (const char* arguments : {"--gauge /no/such/file",
                                  "--gauge hot",
                                  "--gauge hot:x",
                                  "--gauge cold --strict",
                                  "--gauge hot:-1",
                                  "--gauge cold --lattice 4x4x4",
                                  "--gauge cold --lattice 0x4x4x4",
                                  "--gauge cold --lattice 4x4x4x4x4",
                                  "--lattice 4x4x4x4",
                                  "--blocks 3x1x1x1",
                                  "--blocks 8x1x1x1",
                                  "--blocks 1x1x1",
                                  "--gauge cold --lattice 3x4x4x4",
                                  "--kappa nan",
                                  "--kappa inf",
                                  "--placement nowhere",
                                  "--source somewhere",
                                  "--source point:1,2,3",
                                  "--source point:8,0,0,0,0,0",
                                  "--source point:0,0,0,0,4,0",
                                  "--source point:0,0,0,0,0,3",
                                  "--source random:",
                                  "--json /no/such/folder/result.json",
                                  "--cpus 0 --gpus 0"}) {
        CAPTURE(arguments);
        const auto result = run_cli(std::string{"wilson "} + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("unknown options and values are refused with exit code 2") {
    for (const char* arguments :
         {"--no-such-option", "--precision half", "--reconstruct 10",
          "--bc-t open", "--apply 0", "--repetitions 0", "--cpus x"}) {
        CAPTURE(arguments);
        const auto result = run_cli(std::string{"wilson "} + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("what is not here is named, with exit code 3") {
    std::vector<std::string> cases{"--gpus 63", "--cpus 4000",
                                   "--sched no-such-policy"};
    if (runtime::gpu_devices().empty()) {
        for (const char* placement :
             {"gpu", "host-t-minus", "host-t", "host-all"})
            cases.push_back(std::string{"--placement "} + placement);
        cases.emplace_back("--cpus 0");
    }
    for (const std::string& arguments : cases) {
        CAPTURE(arguments);
        const auto result = run_cli("wilson " + arguments);
        CAPTURE(result.log);
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(result.log.find('\n') == result.log.size() - 1);
    }
}

TEST_CASE("a policy can be named, and the environment wins visibly") {
    for (const char* policy : {"eager", "lws", "dmda"}) {
        CAPTURE(policy);
        CHECK(wilson_json(std::string{"--sched "} + policy)["policy"] ==
              policy);
    }
    const auto result =
        run_cli(std::string{"wilson --json -"} + kQuick, "STARPU_SCHED=prio ");
    CHECK(result.code == 0);
    CHECK(nlohmann::json::parse(result.out)["policy"] == "prio");
    CHECK(result.log.find("STARPU_SCHED=prio") != std::string::npos);
}

TEST_CASE("a run says when it measures task times, and where they are kept") {
    const test::Folder home;
    const auto run = [&](const std::string& arguments) {
        const auto result =
            run_cli("wilson --gpus 0 --gauge cold --lattice 4x4x4x8 " +
                        arguments + " --repetitions 1 --iterations 20",
                    // StarPU would take that folder.
                    "env -u XDG_CACHE_HOME STARPU_HOME=" + home.path() + " ");
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        return result.log;
    };
    const auto measures =
        "tasuki: warning: policy dmdas measures its performance models now: "
        "this run is slower at first; kept in " +
        home.path();
    // Of what a run says: on a busy machine it also says how far it is.
    const auto says = [&](const std::string& arguments,
                          const std::string& text) {
        return run(arguments).find(text) != std::string::npos;
    };
    CHECK(says("--sched dmdas", measures));
    // On a busy machine StarPU finds times that are far from the last ones, and
    // measures once more.
    bool again = true;
    for (int k = 0; k < 6 && again; ++k)
        again = says("--sched dmdas", "performance models");
    CHECK(!again);
    CHECK(!says("--sched lws --blocks 1x1x2x1", "performance models"));
    CHECK(says("--sched dmdas --blocks 1x1x2x2", measures));
    CHECK(says("--sched dmdas --calibrate",
               "tasuki: warning: task times are measured anew: "
               "this run is slower at first; kept in " +
                   home.path()));
    CHECK(run("--sched eager --calibrate").find("eager does not use them") !=
          std::string::npos);
}

TEST_CASE("an interrupted run ends at once, with code 130 and no file") {
    const test::Folder folder;
    const auto result =
        run_cli("wilson --iterations 1000000 --repetitions 1000 --json " +
                    (folder / "result.json"),
                "timeout --preserve-status --kill-after=5 --signal=INT 2 ");
    CHECK(result.code == 130);
    CHECK(result.out.empty());
    CHECK(result.log == "tasuki: interrupted\n");
    CHECK(folder.names().empty());
}
