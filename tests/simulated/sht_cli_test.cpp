// `tasuki simulate sht`.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/simulated/support.hpp"

using namespace tasuki::test;

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

TEST_CASE("a CPU near the poles computes fewer orders") {
    // With all of them it would take a half of what all latitudes take.
    const auto seconds = [](const char* options) -> double {
        return simulated_json("h200_16cpu",
                              std::string{"sht --truncation 511 --data device "
                                          "--op synthesis --placement "} +
                                  options)["synthesis"]["seconds_median"];
    };
    CHECK(seconds("gpu") < seconds("split:0.1"));
    CHECK(seconds("split:0.1") < seconds("split:0.5"));
    CHECK(seconds("split:0.5") < seconds("cpu"));
}

TEST_CASE("shares are tried in the simulation, and none is kept") {
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
    // StarPU makes a folder for models there.
    CHECK_FALSE(std::filesystem::exists(folder / "tasuki/tuning"));
    const auto json = nlohmann::json::parse(first.out);
    CHECK(json["placement"] == "dynamic");
    // Of some shares, none is slower than a GPU by itself.
    const auto gpu =
        simulated_json("h200_16cpu", "sht --truncation 511 --placement gpu");
    CHECK(json["analysis"]["seconds_median"] <=
          gpu["analysis"]["seconds_median"]);
}

TEST_CASE("the share is that of as many fields as are transformed") {
    const auto seconds = [](const std::string& placement) -> double {
        const auto json = simulated_json(
            "h200_16cpu",
            "sht --truncation 341 --fields 8 --placement " + placement);
        return double{json["synthesis"]["seconds_median"]} +
               double{json["analysis"]["seconds_median"]};
    };
    // One field would be the CPU's.
    const double dynamic = seconds("dynamic");
    for (const char* placement :
         {"gpu", "cpu", "split:0.2", "split:0.3", "split:0.4"}) {
        CAPTURE(placement);
        CHECK(dynamic < 1.01 * seconds(placement));
    }
}

TEST_CASE("values change no time, and every operation has one") {
    for (const char* machine : {"k20x_2015", "a100_2021", "mi300a"}) {
        CAPTURE(machine);
        const auto seconds = [&](const std::string& options) {
            return simulated_json(machine,
                                  "sht --truncation 170 --fields 3 " + options);
        };
        const auto one = seconds("");
        CHECK(one["synthesis"]["seconds_all"] ==
              seconds("--seed 7")["synthesis"]["seconds_all"]);
        CHECK(lacks(seconds("--op synthesis"), {"analysis"}));
        CHECK(lacks(seconds("--op analysis"), {"synthesis"}));
    }
}

TEST_CASE("the table has no field, and a trace has its tasks") {
    const Folder folder;
    const auto result = simulate(
        "k20x_2015", "sht --truncation 341 --trace " + (folder / "trace"));
    CHECK(result.code == 0);
    CHECK(result.out.starts_with("SIMULATED"));
    CHECK(contains(result.out, "T341"));
    CHECK_FALSE(contains(result.out, "roundtrip"));
    CHECK_FALSE(contains(result.out, "mean"));
    CHECK(contains(read_file(folder / "trace/report.html"),
                   "simulated on IBM iDataPlex"));
}

TEST_CASE("what a simulation of transforms cannot do is refused") {
    CHECK(unavailable(simulate("gh200", "sht --out f.nc"), "--out f.nc"));
    CHECK(
        unavailable(simulate("gh200", "sht --map m.png"), "no field to write"));
    CHECK(unavailable(simulate("gh200", "sht --spectrum s.svg"),
                      "no spectrum to write"));
    CHECK(refused(simulate("gh200", "sht --placement cup")));
}
