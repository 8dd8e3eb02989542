// `tasuki gauge generate`: what it writes, and how it goes on.
#include <cmath>

#include "codelets/lattice/observables.hpp"
#include "io/gauge/gauge_file.hpp"
#include "tests/drivers/resume.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

/// Exit code 0.
void generate(const std::string& arguments) {
    CAPTURE(arguments);
    const auto result = run_cli("gauge generate " + arguments);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
}

/// 13 sweeps of a small lattice.
std::string sweeps_to(const std::string& out) {
    return "--beta 5.7 --lattice 4x2x4x8 --seed 7 --sweeps 13 --out " + out;
}

bool same_bytes(const std::string& a, const std::string& b) {
    return read_file(a) == read_file(b);
}

}  // namespace

TEST_CASE("the file holds the configuration that the report describes") {
    const Folder folder;
    const auto out = folder / "u.nersc", json = folder / "report.json";
    generate(sweeps_to(out) + " --json " + json);
    const auto report = Json::parse(read_file(json));
    const auto file = io::read_gauge(out);
    CHECK(file.format == "nersc");
    CHECK(file.checksum_ok == true);
    CHECK(file.encoding.rows == 2);
    CHECK(file.field.extents() == lattice::Extents{{4, 2, 4, 8}});
    CHECK(report["dims"] == Json{4, 2, 4, 8});
    const double plaquette = lattice::plaquette(file.field).average;
    CHECK(std::abs(plaquette - report["plaquette"].get<double>()) < 1e-14);
    REQUIRE(report["history"].size() == 2);
    CHECK(report["history"][0]["sweep"] == 10);
    CHECK(report["history"][1]["sweep"] == 13);
    CHECK(report["history"][1]["plaquette"] == report["plaquette"]);
}

TEST_CASE("the file is the same for all workers, slabs and measurements") {
    const Folder folder;
    const auto first = folder / "first.nersc", second = folder / "second.nersc",
               json = folder / "report.json";
    generate(sweeps_to(first) + " --placement cpu --json " + json);
    CHECK(Json::parse(read_file(json))["placement"] == "cpu");
    for (const std::string words :
         {"--cpus 1 --placement cpu --measure-every 3",
          "--cpus 1 --gpus 0 --slabs 2", "--slabs 4", "--measure-every 0"}) {
        CAPTURE(words);
        generate(sweeps_to(second) + " --overwrite " + words);
        CHECK(same_bytes(first, second));
    }
    const auto on_gpu = run_cli("gauge generate " + sweeps_to(second) +
                                " --overwrite --placement gpu --json " + json +
                                " --checkpoint " + (folder / "c.h5"));
    CAPTURE(on_gpu.log);
    if (on_gpu.code == 3) {
        skip_part("links on a GPU: none is here");
    } else {
        CHECK(on_gpu.code == 0);
        CHECK(Json::parse(read_file(json))["placement"] == "gpu");
        CHECK(same_bytes(first, second));
        // And back.
        generate("--sweeps 13 --overwrite --placement cpu --resume " +
                 (folder / "c.h5") + " --out " + second);
        CHECK(same_bytes(first, second));
    }
    generate(sweeps_to(second) + " --overwrite --overrelaxation 3");
    CHECK_FALSE(same_bytes(first, second));
}

TEST_CASE("every format is written, MILC in single precision") {
    const Folder folder;
    generate(sweeps_to(folder / "u") +
             " --precision single --format ildg --start cold");
    const auto ildg = io::read_gauge(folder / "u");
    CHECK(ildg.format == "ildg");
    CHECK(ildg.encoding.precision_bits == 32);
    for (const std::string format : {"milc", "scidac"}) {
        generate(sweeps_to(folder / format) + " --format " + format);
        const auto file = io::read_gauge(folder / format, io::OddForm::refuse);
        CHECK(file.format == format);
        CHECK(file.encoding.precision_bits == (format == "milc" ? 32 : 64));
    }
}

TEST_CASE("sweeps in two parts are the sweeps in one") {
    const Folder folder;
    const auto whole = folder / "whole.nersc", rest = folder / "rest.nersc",
               file = folder / "c.h5", json = folder / "whole.json",
               rest_json = folder / "rest.json";
    generate(sweeps_to(whole) + " --measure-every 2 --json " + json);
    // It ends at an odd sweep, after a checkpoint at an even one.
    generate("--beta 5.7 --lattice 4x2x4x8 --seed 7 --sweeps 7 --out " + rest +
             " --measure-every 2 --checkpoint-every 3 --checkpoint " + file);
    const auto early = run_cli("gauge generate --sweeps 6 --overwrite --out " +
                               rest + " --resume " + file);
    CHECK(refused(early));
    CHECK(contains(early.log, "is at sweep 7 already"));
    // With the same options, and with none.
    for (const auto& words : {sweeps_to(rest), "--sweeps 13 --out " + rest}) {
        generate(words + " --cpus 1 --overwrite --resume " + file + " --json " +
                 rest_json);
        CHECK(same_bytes(whole, rest));
        const auto a = Json::parse(read_file(json));
        const auto b = Json::parse(read_file(rest_json));
        CHECK(a["history"].size() == 7);
        CHECK(a["history"] == b["history"]);
        CHECK(a["first_sweep"] == 0);
        CHECK(b["first_sweep"] == 7);
    }
}

TEST_CASE("what disagrees with a checkpoint of sweeps is refused, and named") {
    const Folder folder;
    const auto out = folder / "u.nersc";
    const auto file = saved(folder, "c.h5", "gauge generate " + sweeps_to(out));
    check_disagreements("gauge generate --overwrite --sweeps 13 --out " + out +
                            " --resume " + file,
                        file,
                        {{"--beta 5.8", "has 5.7"},
                         {"--lattice 4x4x4x8", "has 4x2x4x8"},
                         {"--seed 8", "has 7"},
                         {"--start cold", "has hot"},
                         {"--overrelaxation 3", "has 4"},
                         {"--measure-every 3", "has 10"}});
}

TEST_CASE("the shipped sample is what its README says") {
    const auto file = io::read_gauge(sample_path("wilson_b6.0_8x8x8x16.nersc"));
    CHECK(file.field.extents() == lattice::Extents{{8, 8, 8, 16}});
    CHECK(file.encoding.precision_bits == 32);
    REQUIRE(file.checksums.size() == 1);
    CHECK(file.checksums[0].computed == 0xd35e528b);
    CHECK(std::abs(file.plaquette.average - 0.592566) < 5e-7);
    CHECK(std::abs(file.link_trace - 0.000361) < 5e-7);
}
