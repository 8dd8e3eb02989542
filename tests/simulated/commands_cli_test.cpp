// `tasuki simulate nbody`, `sht` and `solve`.
#include <doctest/doctest.h>

#include <filesystem>
#include <tuple>

#include "tests/close.hpp"
#include "tests/simulated/support.hpp"

using namespace tasuki::test;
using tasuki::Json;

namespace {

const std::string kSolve =
    "solve --lattice 16x16x16x32 --gauge hot:1 --source random:1 ";

}  // namespace

TEST_CASE("a step on one GPU takes the time of its interactions") {
    // 22 flop each at 0.75 of 60.8 Tflop/s (double: 32.4); what StarPU takes is
    // below 0.1 ms of some 2.
    const double pairs = 65536. * 65536.;
    const std::string command =
        "nbody --n 65536 --steps 20 --placement gpu --precision ";
    for (const auto& [precision, peak] : {std::pair{"single", 60.8e12},
                                          {"mixed", 60.8e12},
                                          {"double", 32.4e12}}) {
        CAPTURE(precision);
        const auto json = simulated_json("h200_16cpu", command + precision);
        const double kernel = 22 * pairs / (0.75 * peak);
        CHECK(json["seconds_median"] > kernel);
        CHECK(json["seconds_median"] < kernel + 1e-4);
        CHECK(close(json["peak_tflops"], 1e-12 * peak, 1e-9));
        CHECK(json["simulated"]["machine"] ==
              "NVIDIA H200 with 16 virtual CPUs");
        CHECK(lacks(json, {"initial", "final", "energy_error", "snapshots"}));
    }
}

TEST_CASE("shares of bodies follow the speeds in the machine's file") {
    // 118 of 120 cores compute: 0.42 x 2 x 4608 Gflop/s x 118 / 120, and a GPU.
    const double cpu = 0.42 * 2 * 4608 * 118 / 120, gpu = 0.75 * 19500;
    for (const char* placement : {"dynamic", "split:auto"}) {
        CAPTURE(placement);
        const auto json = simulated_json(
            "a100_2021",
            std::string{"nbody --n 262144 --steps 4 --gpus 1 --placement "} +
                placement);
        CHECK(close(json["cpu_fraction"], cpu / (cpu + gpu), 5e-2));
    }
}

TEST_CASE("a transform on the CPU takes the time of its Legendre functions") {
    // J (M + 1)^2 flop at 0.7 of 820 Gflop/s of 15 of 16 cores; FFTs, expansion
    // and collection move what takes a fifth of that.
    const double legendre = 1536. * 1024 * 1024 / (0.7 * 820e9 * 15 / 16);
    const auto json = simulated_json(
        "h200_16cpu", "sht --truncation 1023 --placement cpu --gpus 0");
    for (const char* direction : {"synthesis", "analysis"}) {
        CAPTURE(direction);
        CHECK(json[direction]["seconds_median"] > legendre);
        CHECK(json[direction]["seconds_median"] < 1.25 * legendre);
        CHECK(json[direction]["cpu_fraction"] == 1);
    }
    CHECK(json["simulated"]["gpu_efficiency"] == 0.75);
    CHECK(lacks(json, {"roundtrip_rms", "integral", "minimum", "maximum"}));
}

TEST_CASE("shares that a simulation tries are not kept for real runs") {
    const Folder folder;
    const auto run = [&] {
        return run_command(
            "XDG_CACHE_HOME='" + folder.path() + "' TASUKI_HOME='" +
            folder.path() + "' '" + cli_path() + "' simulate --machine " +
            machine_file("h200_16cpu") + " sht --truncation 511 --json -");
    };
    const auto first = run();
    CHECK(first.code == 0);
    CHECK(first.log.empty());
    CHECK(run().out == first.out);
    CHECK(Json::parse(first.out)["placement"] == "dynamic");
    // StarPU makes a folder for models there.
    CHECK_FALSE(std::filesystem::exists(folder / "tasuki/tuning"));
}

TEST_CASE("an iteration of CG takes the time of its traffic") {
    // Per even site: four hops with 8 links (18 reals), a spinor in and one
    // out, of which two also read x; two norms, an update that reads four and
    // writes two, and a direction: at 0.75 of 4.1 TB/s. Nine tasks follow each
    // other, and StarPU takes 11 us for each, of which a part
    // passes beside kernels on the other stream.
    const double spinor = 24 * 8., links = 8 * 18 * 8.;
    const double bytes = 4 * links + (4 * 2 + 2 + 2 + 6 + 3) * spinor;
    const double traffic = 16. * 16 * 16 * 32 / 2 * bytes / (0.75 * 4.1e12);
    const auto json = simulated_json(
        "h200_16cpu", kSolve + "--placement gpu --iterations 1000");
    CHECK(json["iterations"] == 1000);
    CHECK(json["simulated"]["iterations"] == 1000);
    CHECK(json["seconds_median"] > traffic + 9 * 7e-6);
    CHECK(json["seconds_median"] < traffic + 9 * 11e-6);
    CHECK(json["seconds"] > json["iterations_seconds"]);
    CHECK(lacks(json, {"true_residual", "plaquette", "pion"}));
    CHECK(lacks(json["sources"][0], {"true_residual"}));
}

TEST_CASE("each method, precision and placement of the solver has a time") {
    for (const char* options :
         {"--placement gpu --precision mixed",
          "--placement gpu --precision mixed --inner half",
          "--placement gpu --solver bicgstab", "--placement gpu --csw 1",
          // With few iterations each has one.
          "--placement gpu --precision mixed --solver bicgstab --iterations 2",
          "--placement host-t --blocks 1x1x1x2",
          "--placement split:auto --blocks 1x1x1x2",
          "--placement cpu --iterations 10"}) {
        CAPTURE(options);
        CHECK(simulated_json("h200_16cpu", kSolve + options)["seconds_median"] >
              0);
    }
}

TEST_CASE("ranks divide the lattice of a solver and its tasks") {
    const auto json = [](const std::string& ranks) {
        return simulated_json("k20x_2015",
                              "solve --lattice 32x32x32x64 --gauge cold "
                              "--source random:1 --placement gpu --gpus 1 "
                              "--iterations 10 --ranks " +
                                  ranks);
    };
    const auto one = json("1"), four = json("1x1x1x4");
    CHECK(four["ranks"] == Json{1, 1, 1, 4});
    CHECK(four["workers"].size() == 4 * one["workers"].size());
    const auto updates = [](const Json& j) {
        return j["phases"]["cg_update"]["gpu"].get<int>();
    };
    CHECK(updates(one) > 0);
    CHECK(updates(four) == 4 * updates(one));
    const double alone = one["seconds_median"];
    CHECK(four["seconds_median"] > alone / 4);
    CHECK(four["seconds_median"] < alone);
}

TEST_CASE("the environment changes no digit, on several GPUs and ranks") {
    CHECK(is_reproducible("h200_four", "nbody --n 20000 --steps 10"));
    CHECK(is_reproducible("k20x_2015",
                          "solve --lattice 16x16x16x32 --gauge cold --source "
                          "random:1 --iterations 10 --ranks 4 "
                          "--ranks-per-node 2"));
}

TEST_CASE("tables have nothing that was not computed, and traces their tasks") {
    for (const auto& [command, shown, absent, task] :
         {std::tuple{"nbody --n 5000 --steps 12",
                     "5000 bodies, plummer, seed 1", "kinetic", "accelerate"},
          {"sht --truncation 341", "T341", "roundtrip", "synthesis"},
          {"solve --lattice 8x8x8x16 --gauge cold --source random:1 "
           "--iterations 7",
           "7 iterations of each source, as --iterations says", "residual",
           "hopping"}}) {
        CAPTURE(command);
        const Folder folder;
        const auto result =
            simulate("k20x_2015",
                     std::string{command} + " --trace " + (folder / "trace"));
        CHECK(result.code == 0);
        CHECK(result.out.starts_with("SIMULATED"));
        CHECK(contains(result.out, shown));
        CHECK_FALSE(contains(result.out, absent));
        CHECK_FALSE(contains(result.out, "measured in this run"));
        const auto report = read_file(folder / "trace/report.html");
        CHECK(contains(report, "simulated on IBM iDataPlex"));
        CHECK(contains(report, task));
    }
}

TEST_CASE("what a simulation of these commands cannot do is refused") {
    const std::string solve = "solve --lattice 8x8x8x16 --gauge cold ";
    for (const auto& [command, text] :
         {std::pair{std::string{"nbody --out DIR"}, "--out DIR"},
          {"nbody --checkpoint c.h5", "no bodies to write"},
          {"nbody --gpus 2", "1 found"},
          {"sht --out f.nc", "--out f.nc"},
          {"sht --map m.png", "no field to write"},
          {"sht --spectrum s.svg", "no spectrum to write"},
          {solve + "--out p.h5", "--out p.h5"},
          {solve + "--svg p.svg", "no correlator to write"},
          {solve + "--checkpoint c.h5", "no solutions to write"},
          {solve + "--ranks 1x1x1x8", "8 ranks"},
          {solve + "--capture on", "captures"}}) {
        CAPTURE(command);
        CHECK(unavailable(simulate("gh200", command), text));
    }
    CHECK(refused(simulate("gh200", solve + "--iterations 0")));
    CHECK(refused(
        simulate("gh200", solve + "--iterations 20 --max-iterations 10")));
}
