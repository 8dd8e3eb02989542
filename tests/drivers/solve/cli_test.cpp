// `tasuki solve` as scripts and people use it.
#include "tests/drivers/cli.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <numbers>

#include "codelets/wilson/reference.hpp"
#include "drivers/solve/correlator.hpp"
#include "io/hdf5/hdf5.hpp"
#include "tests/close.hpp"
#include "tests/clover_reference.hpp"
#include "tests/contains.hpp"
#include "tests/views/well_formed.hpp"

namespace {

using namespace tasuki;
using test::close, test::contains, test::refused, test::run_cli;

/// Small, far from free, and quickly solved.
constexpr const char* kHot = "--gauge hot:3 --lattice 4x6x4x8 --kappa 0.1 ";
constexpr const char* kCold = "--gauge cold --lattice 4x4x8x8 --kappa 0.11 ";

Json solve_json(const std::string& arguments) {
    return test::cli_json("solve " + arguments);
}

std::vector<double> pion_of(const Json& j) {
    return j["pion"].get<std::vector<double>>();
}

/// The allowance is that of |S|^2 for solutions to 1e-10, in parts of the
/// largest.
bool agree(const std::vector<double>& a, const std::vector<double>& b) {
    bool all = a.size() == b.size() && !a.empty();
    for (std::size_t d = 0; all && d < a.size(); ++d)
        all = std::abs(a[d] - b[d]) <= 1e-9 * b[0];
    return all;
}

/// The free propagator of a wall, from a momentum of zero in space.
std::vector<double> free_wall(int slice, int extent, double kappa) {
    std::vector<double> c(extent);
    for (int t = 0; t < extent; ++t) {
        std::complex<double> scalar = 0, vector = 0;
        for (int k = 0; k < extent; ++k) {
            const double p = 2 * std::numbers::pi * (k + 0.5) / extent;
            const double a = 1 - 2 * kappa * (3 + std::cos(p));
            const double b = 2 * kappa * std::sin(p);
            const auto wave = std::polar(1.0 / extent, p * t);
            scalar += wave * a / (a * a + b * b);
            vector += wave * b / (a * a + b * b);
        }
        c[t] = 12 * slice * (std::norm(scalar) + std::norm(vector));
    }
    return c;
}

}  // namespace

TEST_CASE("the JSON has what scripts rely on") {
    const auto j =
        solve_json(std::string{kHot} + "--tolerance 1e-9 --placement cpu");
    CHECK(j["lattice"] == Json{4, 6, 4, 8});
    CHECK(j["true_residual"] <= 1e-9);
    CHECK(j["true_residual"] > 0);
    for (const char* key :
         {"gflops", "seconds_median", "iterations_seconds", "seconds"}) {
        CAPTURE(key);
        CHECK(j.contains(key));
    }
    CHECK(j["axis"] == "t");
    CHECK(j["pion"].size() == 8);
    CHECK(j["effective_mass"].size() == 8);
    REQUIRE(j["sources"].size() == 12);
    int iterations = 0;
    for (const auto& source : j["sources"]) {
        iterations += source["iterations"].get<int>();
        CHECK(source["true_residual"] <= 1e-9);
    }
    CHECK(j["iterations"] == iterations);
    CHECK(j["sources"][4]["name"] == "spin1_colour1");
    CHECK(j["blocks"] == Json{1, 1, 1, 1});
}

TEST_CASE("the table has the correlator, with a bar for each distance") {
    const auto result = run_cli(std::string{"solve --blocks 1x1x1x2 "} + kHot);
    REQUIRE(result.code == 0);
    for (const char* part :
         {"Quark propagator on hot:3", "4x6x4x8", "12 of them",
          "blocks     1x1x1x2, on 1 rank", "residual", "GFLOP/s", "\n     0 ",
          "\n     7 ", " ####"}) {
        CAPTURE(part);
        CHECK(contains(result.out, part));
    }
}

TEST_CASE("a source is solved as often as is asked") {
    const auto j =
        solve_json(kHot + std::string{"--source random:2 --repetitions 3"});
    CHECK(j["sources"].size() == 1);
    CHECK(j["seconds_all"].size() == 3);
    CHECK(j.contains("solution_seconds"));
}

TEST_CASE("the picture has the correlator and the mass") {
    const test::Folder folder;
    const auto path = folder / "pion.svg";
    const auto j = solve_json(kHot + std::string{"--svg "} + path);
    const auto svg = test::read_file(path);
    CHECK(test::WellFormed::problem(svg) == "");
    CHECK(contains(svg, "Pion correlator: hot:3, kappa 0.1"));
    CHECK(contains(svg, "Effective mass"));
    CHECK(contains(svg, fmt::format("0: {:.8g}", pion_of(j)[0])));
}

TEST_CASE("methods, placements, policies and captured graphs agree") {
    const auto expected = pion_of(solve_json(kHot));
    for (const char* other :
         {"--solver bicgstab --placement cpu", "--sched dmda --cpu-workers 2",
          "--tolerance 1e-12 --capture off",
          "--precision mixed --inner half --solver bicgstab",
          "--blocks 2x1x2x1 --solver bicgstab",
          "--blocks 1x1x1x4 --cpu-workers 2 --precision mixed",
          "--blocks 1x1x2x2 --precision mixed --inner half --capture off"}) {
        CAPTURE(other);
        CHECK(agree(pion_of(solve_json(kHot + std::string{other})), expected));
    }
}

TEST_CASE("a precision that is not enough is said, and left") {
    const auto mixed = solve_json(std::string{kHot} + "--precision mixed");
    CHECK(mixed["precision"] == "mixed");
    CHECK(mixed["sources"][11]["inner"] == "single");
    CHECK(mixed["true_residual"] <= 1e-10);
    // Close to the critical kappa of the free field.
    const auto result = run_cli(
        "solve --gauge cold --lattice 4x4x4x8 --kappa 0.124999 --bc-t periodic "
        "--source random:1 --precision mixed --inner half");
    CHECK(result.code == 0);
    CHECK(contains(result.out, "mixed with half, then single"));
    CHECK(contains(result.log, "in half precision stalled"));
    CHECK(contains(result.log, "goes on in single"));
}

TEST_CASE("of the free field Z and T are alike, and all places") {
    const std::string words = std::string{kCold} + "--bc-t periodic ";
    const auto t = pion_of(solve_json(words));
    const auto z = solve_json(words + "--correlator-axis z");
    CHECK(z["axis"] == "z");
    CHECK(agree(pion_of(z), t));
    CHECK(agree(pion_of(solve_json(words + "--source point:1,2,3,5")), t));
    CHECK(agree(pion_of(solve_json(words + "--source point:1,2,3,5 "
                                           "--correlator-axis z")),
                t));
    // The boundary condition is seen.
    CHECK_FALSE(agree(pion_of(solve_json(kCold)), t));
}

TEST_CASE("the pion of a wall on the free field has the closed form") {
    const auto expected = free_wall(4 * 4 * 8, 8, 0.11);
    for (const char* wall : {"wall:0", "wall:3"})
        CHECK(
            agree(pion_of(solve_json(std::string{kCold} + "--source " + wall)),
                  expected));
}

TEST_CASE("a random source has a solution, and no pion") {
    const auto j = solve_json(std::string{kHot} + "--source random:7");
    CHECK(j["sources"].size() == 1);
    CHECK(j["pion"].empty());
    CHECK(run_cli(std::string{"solve --source random:7 "} + kHot).code == 0);
    // One in each iteration, captured or not.
    const auto& updates = j["phases"]["cg_update"];
    CHECK(updates["cpu"].get<int>() + updates["gpu"].get<int>() ==
          j["iterations"]);
}

TEST_CASE("the file has the propagator, and what it is of") {
    const test::Folder folder;
    const auto path = folder / "s.h5";
    const auto j =
        solve_json(std::string{kHot} + "--source point:1,2,3,5 --out " + path);
    const io::Hdf5Reader file{path, test::read_file(path)};
    CHECK(file.text("/", "format") == "Tasuki propagator");
    CHECK(file.number("/", "kappa") == 0.1);
    CHECK(file.text("/", "bc_t") == "antiperiodic");
    CHECK(file.text("/", "source") == "point:1,2,3,5");
    CHECK(file.text("/", "gauge") == "hot:3");
    const lattice::Extents extents{{4, 6, 4, 8}};
    const auto u = lattice::hot_start(extents, 3);
    for (const auto& [spin, colour] : {std::pair{0, 0}, {3, 1}}) {
        const auto name = "/solutions/spin" + std::to_string(spin) + "_colour" +
                          std::to_string(colour);
        CHECK(file.shape(name.c_str()) ==
              std::vector<hsize_t>{8, 4, 6, 4, 4, 3, 2});
        const auto values = file.dataset(name.c_str());
        lattice::SpinorField x{extents};
        REQUIRE(values.size() == 24 * x.sites.size());
        std::ranges::copy(values, reinterpret_cast<double*>(x.sites.data()));
        auto rest = wilson::reference::wilson(u, x, {0.1, -1});
        rest.at({1, 2, 3, 5})[3 * spin + colour] -= 1;
        CHECK(std::sqrt(lattice::norm2(rest)) < 1e-10);
        CHECK(file.number(name.c_str(), "true_residual") <= 1e-10);
    }
    // Not replaced, whatever the format.
    CHECK(refused(run_cli("solve " + std::string{kHot} + "--out " + path)));
}

TEST_CASE("a file that the solver waits for is that written beside it") {
    const test::Folder folder;
    const std::string words = std::string{kHot} + "--placement cpu ";
    const auto beside = solve_json(words + "--out " + (folder / "beside.h5"));
    const auto in_line =
        solve_json(words + "--outputs-beside 0 --out " + (folder / "line.h5"));
    CHECK(test::read_file(folder / "line.h5") ==
          test::read_file(folder / "beside.h5"));
    for (const auto& j : {beside, in_line}) {
        const auto& spent = j["seconds_spent"];
        const auto whole =
            spent["with_outputs"].get<double>() * j["iterations"].get<double>();
        CHECK(whole > j["seconds"].get<double>());
        CHECK(whole < spent["all"].get<double>());
    }
}

TEST_CASE("a clover term and a twisted mass are solved for and written") {
    const test::Folder folder;
    const auto path = folder / "s.h5";
    const std::string words = std::string{kHot} + "--placement cpu ";
    const auto j = solve_json(words + "--csw 1.1 --mu 0.05 --out " + path);
    CHECK(j["csw"] == 1.1);
    CHECK(j["mu"] == 0.05);
    CHECK(j["true_residual"] <= 1e-10);
    const io::Hdf5Reader file{path, test::read_file(path)};
    CHECK(file.number("/", "csw") == 1.1);
    CHECK(file.number("/", "mu") == 0.05);
    CHECK(file.text("/", "action") ==
          "M = A + 2 i kappa mu g_5 - kappa H, clover");
    const lattice::Extents extents{{4, 6, 4, 8}};
    const auto u = lattice::hot_start(extents, 3);
    lattice::SpinorField x{extents};
    std::ranges::copy(file.dataset("/solutions/spin2_colour1"),
                      reinterpret_cast<double*>(x.sites.data()));
    auto rest = wilson::reference::wilson(u, x, {0.1, -1});
    const auto own = test::plain_term(u, {0.1 * 1.1, 2 * 0.1 * 0.05}, x);
    for (std::size_t n = 0; n < rest.sites.size(); ++n)
        for (int k = 0; k < 12; ++k)
            rest.sites[n][k] += own.sites[n][k] - x.sites[n][k];
    rest.at({0, 0, 0, 0})[3 * 2 + 1] -= 1;
    CHECK(std::sqrt(lattice::norm2(rest)) < 1e-10);
    const auto without = solve_json(words);
    CHECK(without["csw"] == 0);
    CHECK(solve_json(words + "--csw 0 --mu 0")["pion"] == without["pion"]);
    const auto table = run_cli("solve " + words + "--csw 1.1 --mu -0.05");
    CHECK(contains(table.out, "kappa 0.1, csw 1.1, mu -0.05"));
}

TEST_CASE("what does not converge ends with 4, a history, a hint and no file") {
    const test::Folder folder;
    struct Case {
        std::string options, said, hint;
    };
    const std::string history = "after iteration 0: ";
    for (const Case& c :
         {Case{"--kappa 0.4 --max-iterations 40 --precision mixed",
               "kappa may be beyond its critical value", history},
          Case{"--kappa 0.4 --max-iterations 40 --precision mixed --solver "
               "bicgstab",
               "--max-iterations", history},
          Case{"--kappa 0.1 --source random:1 --tolerance 1e-18",
               "below what double precision can reach", ""},
          Case{"--kappa 1e160 --source random:1",
               "NaN, infinity or division by zero", "take another --solver"},
          Case{"--kappa 1e160 --source random:1 --precision mixed",
               "NaN, infinity or division by zero", history}}) {
        CAPTURE(c.options);
        const auto result =
            run_cli(fmt::format("solve --gauge hot:3 --lattice 4x6x4x8 {} "
                                "--json - --out {}",
                                c.options, folder / "s.h5"));
        CAPTURE(result.log);
        CHECK(result.code == 4);
        CHECK(result.out.empty());
        CHECK(contains(result.log, c.said));
        CHECK(contains(result.log, c.hint));
        CHECK(folder.names().empty());
    }
}

TEST_CASE("a trace has the iterations") {
    const test::Folder folder;
    const auto result =
        run_cli("solve " + std::string{kHot} + "--trace " + (folder / "trace"));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    for (const char* phase : {"hopping", "cg_update", "cg_direction"})
        CHECK(contains(result.out, phase));
}

TEST_CASE("a correlator counts distances from the source, around the lattice") {
    const lattice::Extents extents{{2, 4, 6, 8}};
    lattice::SpinorField x{extents};
    x.at({1, 3, 5, 2})[4] = {3, 4};
    x.at({0, 0, 5, 7})[11] = {0, 2};
    for (const auto& [axis, from, first, second] :
         {std::array{3, 6, 4, 1}, std::array{2, 1, 4, 4},
          std::array{1, 0, 3, 0}}) {
        CAPTURE(axis);
        std::vector<double> expected(extents[axis]), found(extents[axis]);
        expected[first] += 25;
        expected[second] += 4;
        drivers::add_to_correlator(x, axis, from, found);
        CHECK(found == expected);
    }
}

TEST_CASE("the effective mass of a cosh is its mass, and there may be none") {
    constexpr double kMass = 0.37;
    std::vector<double> c(12);
    for (std::size_t d = 0; d < c.size(); ++d)
        c[d] = 5 * std::cosh(kMass * (static_cast<double>(d) - 6));
    const auto mass = drivers::effective_mass(c);
    CHECK_FALSE(mass[0].has_value());  // the two branches meet there
    for (std::size_t d = 1; d < c.size(); ++d) {
        REQUIRE(mass[d].has_value());
        CHECK(close(*mass[d], kMass, 1e-12));
    }
    for (const auto& none :
         drivers::effective_mass({1, -1, 0, 2, std::nan("")}))
        CHECK((!none || std::isfinite(*none)));
    CHECK_FALSE(drivers::effective_mass({0, 0, 0, 0})[1].has_value());
}
