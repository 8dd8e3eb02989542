// `tasuki nbody` as scripts and people use it.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"
#include "tests/views/maps/lightness.hpp"
#include "tests/views/maps/png_pixels.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("the JSON has what scripts rely on") {
    const auto j = nbody_json("--n 300 --steps 24 --seed 3 --model king");
    CHECK(j["n"] == 300);
    CHECK(j["model"] == "king");
    CHECK(j["seed"] == 3);
    CHECK(j["w0"] == 6);
    CHECK(j["steps"] == 24);
    CHECK(j["time"] == 24.0 / 128);
    CHECK(j["eps"] == 1.0 / 32);
    CHECK(j["dt"] == 1.0 / 128);
    CHECK(j["precision"] == "single");
    CHECK(j["placement"] == "cpu");
    CHECK(j["cpu_fraction"] == 1);
    CHECK(j["variant"] == "");
    CHECK(j["workers"].size() == 1);
    for (const char* state : {"initial", "final"}) {
        CAPTURE(state);
        const auto& s = j[state];
        CHECK(close(s["mass"].get<double>(), 1, 1e-7));
        CHECK(s["kinetic"].get<double>() > 0);
        CHECK(s["potential"].get<double>() < 0);
        CHECK(close(s["energy"].get<double>(),
                    s["kinetic"].get<double>() + s["potential"].get<double>(),
                    1e-14));
        for (const char* vector : {"centre", "momentum", "angular_momentum"})
            CHECK(s[vector].size() == 3);
        for (const double p : s["momentum"]) CHECK(std::abs(p) < 1e-5);
    }
    CHECK(std::abs(j["energy_error"].get<double>()) < 1e-2);
    const double each = j["seconds_median"];
    CHECK(close(j["interactions_per_second"].get<double>(), 300.0 * 300 / each,
                1e-14));
    CHECK(
        close(j["tflops_22"].get<double>(), 22e-12 * 300 * 300 / each, 1e-14));
    CHECK(close(
        j["peak_percent"].get<double>(),
        100 * j["tflops_22"].get<double>() / j["peak_tflops"].get<double>(),
        1e-14));
}

TEST_CASE("units of mass, length and time do not matter at extremes either") {
    const Folder folder;
    struct Units {
        double mass, length, velocity;
        const char* precision = "single";
        double most = 1e-5;
    };
    for (const Units& u :
         {Units{1e-38, 1, 1}, Units{1e38, 1, 1}, Units{1, 1e-30, 1e-30},
          Units{1, 1e30, 1e30}, Units{1, 1, 1e-30}, Units{1, 1, 1e30},
          Units{1e38, 1, 1, "mixed", 1e-6},
          Units{1, 1e-30, 1e-30, "mixed", 1e-6},
          Units{1, 1e30, 1e30, "double", 1e-8}}) {
        CAPTURE(u.mass);
        CAPTURE(u.length);
        CAPTURE(u.velocity);
        CAPTURE(u.precision);
        const double m = 0.5 * u.mass, x = 0.5 * u.length, v = 0.5 * u.velocity;
        write_file(folder / "pair", fmt::format("{0} {1} 0 0 0 {2} 0\n"
                                                "{0} {3} 0 0 0 {4} 0\n",
                                                m, x, v, -x, -v));
        const auto j = nbody_json(fmt::format(
            "--in {} --eps {} --precision {} --gravity {} --dt {} --steps 50",
            folder / "pair", 1e-3 * u.length, u.precision,
            u.length * u.velocity * u.velocity / u.mass,
            0.01 * u.length / u.velocity));
        CHECK(std::abs(j["energy_error"].get<double>()) < u.most);
        const auto& energy = j["initial"]["energy"];
        CHECK(close(energy.get<double>(),
                    -0.125 * u.mass * u.velocity * u.velocity, 1e-5));
    }
}

TEST_CASE("--steps 0 shows the input") {
    const auto result = run_nbody("--n 100 --steps 0");
    CHECK(result.code == 0);
    CHECK(contains(result.out, "kinetic"));
    CHECK_FALSE(contains(result.out, "per second"));
    const auto j = nbody_json("--n 100 --steps 0");
    CHECK(j["initial"] == j["final"]);
    CHECK_FALSE(j.contains("tflops_22"));
}

TEST_CASE("snapshots, pictures and film") {
    const Folder folder;
    const auto out = folder / "out", in_line = folder / "in_line";
    const std::string words =
        "--n 100 --steps 25 --every 10 --pictures --film --plane xz --out ";
    const auto j = nbody_json(words + out);
    CHECK(j["snapshots"] == 4);
    std::size_t files = 0;
    for (const char* step : {"000000", "000010", "000020", "000025"}) {
        const auto s = snapshot_in(fmt::format("{}/snapshot_{}.h5", out, step));
        CHECK(s.step == std::stoull(step));
        CHECK(s.time == static_cast<double>(s.step) / 128);
        CHECK(s.bodies.size() == 100);
        const auto picture =
            png_pixels(read_file(fmt::format("{}/picture_{}.png", out, step)));
        CHECK(picture.width == 720);
        files += 2;
    }
    const auto film = png_pixels(read_file(out + "/film.png"));
    CHECK(film.width == 4 * 320 + 5 * 6);
    // The first picture has the bar, which is drawn at (300, 305) in it.
    CHECK(lightness(film.at(6 + 300, 6 + 305)) > 70);
    CHECK(lightness(film.at(film.width - 326 + 300, 6 + 305)) < 70);
    CHECK(std::distance(std::filesystem::directory_iterator{out}, {}) ==
          static_cast<std::ptrdiff_t>(files + 1));
    // Written between the steps and not beside them, the files are the same.
    nbody_json("--outputs-beside 0 " + words + in_line);
    for (const auto& file : std::filesystem::directory_iterator{out})
        CHECK(read_file(file.path()) ==
              read_file(in_line + "/" + file.path().filename().string()));
}

TEST_CASE("a file that is no system of bodies, or does not fit, is refused") {
    const Folder folder;
    write_file(folder / "short", "1 2 3\n");
    write_file(folder / "ok", "1 2 3 4 5 6 7\n1 3 3 4 5 6 7\n");
    write_file(folder / "same", "1 2 3 4 5 6 7\n1 2 3 4 5 6 7\n");
    for (const std::string& arguments :
         {"--in " + (folder / "short"), "--eps 0 --in " + (folder / "same"),
          "--n 10 --in " + (folder / "ok"),
          "--model king --in " + (folder / "ok"), "--resume " + (folder / "ok"),
          "--out " + (folder / "ok") + "/x"}) {
        CAPTURE(arguments);
        const auto result = run_cli("nbody " + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("an energy that is no number, or not kept, ends with exit code 4") {
    const auto result =
        run_nbody("--n 50 --dt 1e30 --steps 20 --every 1 --json -");
    CHECK(result.code == 4);
    CHECK(result.out.empty());
    CHECK(contains(result.log, "the energy after step"));
    const auto kept = run_nbody("--n 50 --dt 1 --steps 20 --every 1");
    CAPTURE(kept.log);
    CHECK(kept.code == 4);
    CHECK(contains(kept.log, "has changed by"));
    CHECK(contains(kept.log, "the step of 1 is too long"));
}

TEST_CASE("one body is a system, of a model or a file: it moves uniformly") {
    const Folder folder;
    write_file(folder / "one", "1 1 2 3 4 5 6\n");
    for (const std::string& of :
         {std::string{"--n 1"}, "--in " + (folder / "one")}) {
        CAPTURE(of);
        const auto j = nbody_json(of + " --precision double --steps 8");
        CHECK(j["n"] == 1);
        CHECK(j["final"]["potential"] == 0);
        CHECK(j["energy_error"] == 0);
        CHECK(j["momentum_drift"] == 0);
    }
    // 8 steps of 1/128.
    const auto j =
        nbody_json("--precision double --steps 8 --in " + (folder / "one"));
    CHECK(j["final"]["centre"] == Json{1 + 4 / 16., 2 + 5 / 16., 3 + 6 / 16.});
}

TEST_CASE("a trace has the phases of a step") {
    const Folder folder;
    const auto result =
        run_nbody("--n 200 --steps 12 --trace " + (folder / "trace"));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto tasks = read_file(folder / "trace/tasks.csv");
    for (const char* phase : {"accelerate", "kick", "drift"}) {
        CAPTURE(phase);
        CHECK(contains(tasks, phase));
    }
    CHECK(contains(read_file(folder / "trace/report.html"), "N-body"));
    // 5 iterations of 4 tasks are in the phases; workers ran diagnostics too.
    CHECK(contains(result.out,
                   "tasks in that time of other iterations, or of none"));
}
