// `tasuki simulate nbody`.
#include <doctest/doctest.h>

#include "tests/close.hpp"
#include "tests/simulated/support.hpp"

using namespace tasuki::test;

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
        CHECK(json["seconds_per_step"] > kernel);
        CHECK(json["seconds_per_step"] < kernel + 1e-4);
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

TEST_CASE("a CPU that only delays a GPU has no bodies") {
    const auto run = [](const std::string& options) {
        return simulated_json("h200_16cpu",
                              "nbody --steps 20 --n 16384 " + options);
    };
    const auto gpu = run("--placement gpu"), dynamic = run("");
    CHECK(close(dynamic["seconds_median"], gpu["seconds_median"], 0.01));
    CHECK(dynamic["cpu_fraction"] == 0);
    CHECK(run("--placement split:0.06")["seconds_median"] >
          1.05 * double{gpu["seconds_median"]});
    // Of long steps it could take 1.2 %, which a busy machine costs.
    const auto large = simulated_json("h200_16cpu", "nbody --n 262144");
    CHECK(large["cpu_fraction"] == 0);
}

TEST_CASE("values change no time, and every machine has one") {
    const auto seconds = [](const std::string& machine,
                            const std::string& options) {
        return simulated_json(machine, "nbody --n 3000 --steps 5 " +
                                           options)["seconds_median"]
            .get<double>();
    };
    for (const char* machine : {"k20x_2015", "gh200", "mi300a", "mi100_2021"}) {
        CAPTURE(machine);
        const double one = seconds(machine, "");
        CHECK(close(one,
                    seconds(machine,
                            "--model king --seed 7 --eps 0.1 --dt 0.1 "
                            "--gravity 2"),
                    1e-4));
        CHECK_FALSE(close(one, seconds(machine, "--placement cpu"), 1e-2));
    }
}

TEST_CASE("the environment changes no digit of a run on several GPUs") {
    CHECK(is_reproducible("h200_four", "nbody --n 20000 --steps 10"));
}

TEST_CASE("the table has no energies, and a trace has its tasks") {
    const Folder folder;
    const auto result = simulate(
        "k20x_2015", "nbody --n 5000 --steps 12 --trace " + (folder / "trace"));
    CHECK(result.code == 0);
    CHECK(result.out.starts_with("SIMULATED"));
    CHECK(contains(result.out, "5000 bodies, plummer, seed 1"));
    CHECK(contains(result.out, "in this machine's file"));
    CHECK_FALSE(contains(result.out, "kinetic"));
    CHECK_FALSE(contains(result.out, "measured in this run"));
    const auto report = read_file(folder / "trace/report.html");
    CHECK(contains(report, "simulated on IBM iDataPlex"));
    CHECK(contains(report, "accelerate"));
    CHECK_FALSE(contains(report, "tune"));
}

TEST_CASE("what a simulation of bodies cannot do is refused") {
    CHECK(unavailable(simulate("gh200", "nbody --out DIR"), "--out DIR"));
    CHECK(unavailable(simulate("gh200", "nbody --checkpoint c.h5"),
                      "no bodies to write"));
    CHECK(unavailable(simulate("gh200", "nbody --gpus 2"), "1 found"));
    CHECK(refused(simulate("gh200", "nbody --n 0x")));
}
