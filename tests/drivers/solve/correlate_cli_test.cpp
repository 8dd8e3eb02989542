// `tasuki correlate`: correlators of several configurations.
#include <cmath>

#include "drivers/solve/jackknife.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;
using test::close, test::contains, test::refused, test::run_cli;

constexpr int kExtent = 16;
constexpr double kMass = 0.4;

/// What `solve` would say of a correlator that is one cosh.
std::string result(const std::string& gauge, double amplitude,
                   double kappa = 0.15) {
    Json j{{"gauge", gauge}, {"lattice", {8, 8, 8, kExtent}},
           {"kappa", kappa}, {"csw", 0.0},
           {"mu", 0.0},      {"bc_t", "periodic"},
           {"axis", "t"}};
    j["pion"] = Json::array();
    for (int d = 0; d < kExtent; ++d)
        j["pion"].push_back(amplitude * std::cosh(kMass * (d - kExtent / 2)));
    return j.dump();
}

}  // namespace

TEST_CASE("the error of a mean is the standard error") {
    const std::vector<std::vector<double>> samples{{1}, {2}, {4}, {9}};
    const auto mean = drivers::jackknife(
        samples, [](const auto& m) { return std::optional{m[0]}; });
    CHECK(mean.value == 4);
    CHECK(close(*mean.error, std::sqrt((9. + 4 + 0 + 25) / 3 / 4), 1e-14));
    // Of a function, to first order, that times its slope.
    const auto large = drivers::jackknife(
        samples, [](const auto& m) { return std::optional{1e6 + 3 * m[0]}; });
    CHECK(close(*large.error, 3 * *mean.error, 1e-9));
    CHECK_FALSE(drivers::jackknife({{1}}, [](const auto& m) {
                    return std::optional{m[0]};
                }).error);
    const auto nothing = drivers::jackknife(
        samples, [](const auto&) { return std::optional<double>{}; });
    CHECK_FALSE(nothing.value);
    CHECK_FALSE(nothing.error);
}

TEST_CASE("correlators of configurations are averaged, with errors") {
    const test::Folder folder;
    const auto write = [&](const char* name, const std::string& text) {
        test::write_file(folder / name, text);
        return (folder / name) + ' ';
    };
    const auto files = write("1.json", result("1.nersc", 1)) +
                       write("2.json", result("2.nersc", 3)) +
                       // Two sources of one configuration: one sample of 4.
                       write("3.json", result("3.nersc", 2)) +
                       write("4.json", result("3.nersc", 6));
    const auto j = test::cli_json("correlate " + files + "--fit 2:8");
    CHECK(j["configurations"] == 3);
    CHECK(j["files"] == 4);
    const auto c = j["pion"].get<std::vector<double>>();
    REQUIRE(c.size() == kExtent / 2 + 1);
    const double mean = (1. + 3 + 4) / 3;
    CHECK(close(c[0], mean * std::cosh(kMass * 8), 1e-12));
    CHECK(close(c[8], mean, 1e-12));
    const double error = std::sqrt((25. + 1 + 16) / 9 / 2 / 3);
    CHECK(close(j["pion_error"][8].get<double>(), error, 1e-12));
    CHECK(j["effective_mass"][0].is_null());
    for (int d = 1; d <= kExtent / 2; ++d) {
        CAPTURE(d);
        CHECK(close(j["effective_mass"][d].get<double>(), kMass, 1e-9));
        CHECK(j["effective_mass_error"][d].get<double>() < 1e-9);
    }
    CHECK(close(j["mass"].get<double>(), kMass, 1e-9));
    const auto shown = run_cli("correlate " + files);
    CHECK(shown.code == 0);
    CHECK(contains(shown.out, "3 configurations, 4 files"));
    const auto one = test::cli_json("correlate " + (folder / "1.json"));
    CHECK(one["pion_error"][3].is_null());
}

TEST_CASE("the mean of what solve prints is what correlate prints") {
    const test::Folder folder;
    std::string files;
    std::vector<double> sum(8);
    for (const char* seed : {"1", "2"}) {
        const auto name = folder / seed;
        const auto run = run_cli(
            "solve --lattice 4x4x4x8 --kappa 0.1 --placement cpu --gauge hot:" +
            std::string{seed} + " --json " + name);
        CAPTURE(run.log);
        REQUIRE(run.code == 0);
        files += name + ' ';
        const auto c = Json::parse(test::read_file(name))["pion"]
                           .get<std::vector<double>>();
        for (int d = 0; d < 8; ++d) sum[d] += c[d];
    }
    const auto j = test::cli_json("correlate " + files + "--fit 1:3");
    for (int d = 0; d <= 4; ++d)
        CHECK(close(j["pion"][d].get<double>(), (sum[d] + sum[(8 - d) % 8]) / 4,
                    1e-14));
    CHECK(j["mass_error"].get<double>() > 0);
}

TEST_CASE("files that do not belong together are refused") {
    const test::Folder folder;
    const auto said = [&](const std::string& text,
                          const std::string& more = "") {
        test::write_file(folder / "1.json", result("1.nersc", 1));
        test::write_file(folder / "2.json", text);
        const auto r = run_cli("correlate " + (folder / "1.json") + ' ' +
                               (folder / "2.json") + more);
        CHECK(refused(r));
        return r.log;
    };
    CHECK(contains(said(result("2.nersc", 1, 0.14)), "key kappa"));
    CHECK(contains(said("{\"pion\": [1, 2"), "expected JSON"));
    CHECK(contains(said("{}"), "key pion"));
    CHECK(contains(said("[1]"), "key pion"));
    CHECK(contains(said("{\"pion\": []}"), "random source"));
    CHECK(contains(said("{\"pion\": [1, -2]}"), "found -2"));
    CHECK(contains(said("{\"pion\": [1, 2]}"), "a key lattice"));
    auto shorter = Json::parse(result("2.nersc", 1));
    shorter["pion"] = {3.0, 1.0, 3.0};
    CHECK(contains(said(shorter.dump()), "16 numbers, as in the first file"));
    auto odd = Json::parse(result("1.nersc", 1));
    odd["axis"] = 3;
    test::write_file(folder / "odd.json", odd.dump());
    CHECK(contains(run_cli("correlate " + (folder / "odd.json")).log,
                   "key axis: expected a text"));
    CHECK(contains(said(result("2.nersc", 2), " --fit 3:9"),
                   "distances of 1 to 8, found '3:9'"));
    CHECK(contains(run_cli("correlate").log, "FILES is required"));
}
