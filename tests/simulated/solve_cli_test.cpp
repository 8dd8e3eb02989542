// `tasuki simulate solve`.
#include <doctest/doctest.h>

#include "tests/simulated/support.hpp"

using namespace tasuki::test;

namespace {

nlohmann::json solve(const std::string& options) {
    return simulated_json(
        "h200_16cpu", "solve --lattice 16x16x16x32 --gauge hot:1 " + options);
}

}  // namespace

TEST_CASE("an iteration of CG takes the time of its traffic") {
    // Per even site: four hops with 8 links (18 reals), a spinor in and one
    // out, of which two also read x; two norms, an update that reads four and
    // writes two, and a direction: at 0.75 of 4.1 TB/s. Nine tasks follow each
    // other, and StarPU takes 11 us for each, of which a part
    // passes beside kernels on the other stream.
    const double spinor = 24 * 8., links = 8 * 18 * 8.;
    const double bytes = 4 * links + (4 * 2 + 2 + 2 + 6 + 3) * spinor;
    const double traffic = 16. * 16 * 16 * 32 / 2 * bytes / (0.75 * 4.1e12);
    const auto json =
        solve("--source random:1 --placement gpu --iterations 1000");
    CHECK(json["iterations"] == 1000);
    CHECK(json["simulated"]["iterations"] == 1000);
    CHECK(json["seconds_median"] > traffic + 9 * 7e-6);
    CHECK(json["seconds_median"] < traffic + 9 * 11e-6);
    CHECK(json["seconds"] > json["iterations_seconds"]);
    CHECK(lacks(json, {"true_residual", "plaquette", "pion"}));
    CHECK(lacks(json["sources"][0], {"true_residual"}));
}

TEST_CASE("methods, precisions and columns have times of their own") {
    const auto seconds = [](const std::string& options) -> double {
        return solve("--source random:1 --placement gpu " +
                     options)["seconds_median"];
    };
    const double cg = seconds("");
    CHECK(seconds("--precision mixed") < cg);
    CHECK(seconds("--solver bicgstab") > cg);
    CHECK(seconds("--csw 1") > cg);
    // Refinements: as many as the tolerance needs.
    CHECK(seconds("--precision mixed --tolerance 1e-12") >
          seconds("--precision mixed --tolerance 1e-2"));
    CHECK(seconds("--precision mixed --inner half") <
          seconds("--precision mixed --inner half --tolerance 1e-14"));
    // With fewer iterations each has one.
    CHECK(seconds("--precision mixed --solver bicgstab --iterations 2") > 0);
    // Links are read once for all columns.
    const auto all = [](const std::string& options) -> double {
        return solve("--source wall:0 --placement cpu --iterations 10 " +
                     options)["seconds"];
    };
    CHECK(all("--rhs 12") < 0.7 * all("--rhs 1"));
}

TEST_CASE("values change no time, and every machine has one") {
    for (const char* machine : {"k20x_2015", "gh200"}) {
        CAPTURE(machine);
        const auto seconds = [&](const std::string& options) {
            return simulated_json(
                machine,
                "solve --lattice 8x8x8x16 --gauge cold --source random:1 "
                "--sched dmdas " +
                    options)["seconds_all"];
        };
        CHECK(seconds("--kappa 0.1") == seconds("--kappa 0.15"));
        for (const char* placement : {"host-t", "dynamic", "split:auto"})
            CHECK(seconds(std::string{"--blocks 1x1x1x2 --placement "} +
                          placement)
                      .size() == 1);
    }
}

TEST_CASE("ranks divide the lattice, and send faces and sums") {
    const auto json = [](const std::string& ranks) {
        return simulated_json("k20x_2015",
                              "solve --lattice 32x32x32x64 --gauge cold "
                              "--source random:1 --placement gpu --gpus 1 "
                              "--iterations 10 --ranks " +
                                  ranks);
    };
    const auto one = json("1"), two = json("2"), four = json("1x1x1x4");
    CHECK(two["ranks"] == nlohmann::json{1, 1, 1, 2});
    CHECK(four["ranks"] == nlohmann::json{1, 1, 1, 4});
    CHECK(four["workers"].size() == 4 * one["workers"].size());
    const auto updates = [](const nlohmann::json& j) {
        return j["phases"]["cg_update"]["gpu"].get<int>();
    };
    CHECK(updates(one) > 0);
    CHECK(updates(four) == 4 * updates(one));
    const double alone = one["seconds_median"];
    CHECK(two["seconds_median"] > alone / 2);
    CHECK(two["seconds_median"] < 0.8 * alone);
    CHECK(four["seconds_median"] > alone / 4);
    CHECK(four["seconds_median"] < two["seconds_median"]);
}

TEST_CASE("the environment changes no digit of a run of several ranks") {
    CHECK(is_reproducible("k20x_2015",
                          "solve --lattice 16x16x16x32 --gauge cold --source "
                          "random:1 --iterations 10 --ranks 4 "
                          "--ranks-per-node 2"));
}

TEST_CASE("the table has no residual, and a trace has its tasks") {
    const Folder folder;
    const auto result =
        simulate("k20x_2015",
                 "solve --lattice 8x8x8x16 --gauge cold --source random:1 "
                 "--iterations 7 --trace " +
                     (folder / "trace"));
    CHECK(result.code == 0);
    CHECK(result.out.starts_with("SIMULATED"));
    CHECK(contains(result.out,
                   "7 iterations of each source, as --iterations says"));
    CHECK_FALSE(contains(result.out, "residual"));
    CHECK(contains(result.out, "phase         CPU tasks"));
    CHECK_FALSE(contains(result.out, "plaquette"));
    const auto report = read_file(folder / "trace/report.html");
    CHECK(contains(report, "simulated on IBM iDataPlex"));
    CHECK(contains(report, "hopping"));
}

TEST_CASE("what a simulation of a solver cannot do is refused") {
    const auto run = [](const std::string& options) {
        return simulate("gh200",
                        "solve --lattice 8x8x8x16 --gauge cold " + options);
    };
    CHECK(unavailable(run("--out p.h5"), "--out p.h5"));
    CHECK(unavailable(run("--svg p.svg"), "no correlator to write"));
    CHECK(unavailable(run("--checkpoint c.h5"), "no solutions to write"));
    CHECK(unavailable(run("--ranks 1x1x1x8"), "8 ranks"));
    CHECK(unavailable(run("--replay on"), "replays"));
    CHECK(refused(run("--iterations 0")));
    CHECK(refused(run("--iterations 20 --max-iterations 10")));
}
