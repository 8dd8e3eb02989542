// `tasuki nbody` as scripts and people use it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "io/hdf5/hdf5.hpp"
#include "runtime/core/devices.hpp"
#include "tests/close.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"
#include "tests/io/bodies/body_files.hpp"
#include "tests/views/maps/lightness.hpp"
#include "tests/views/maps/png_pixels.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("what a run does not do with a snapshot of GADGET is a warning") {
    const Folder folder;
    io::Hdf5Writer file;
    file.add_group("/Header");
    file.add_attribute("/Header", "NumPart_ThisFile", std::vector{0.0, 2.0});
    file.add_attribute("/Header", "MassTable", std::vector{0.0, 0.5});
    file.add_attribute("/Header", "BoxSize", 100.0);
    file.add_attribute("/Header", "Time", 2.0);
    file.add_group("/PartType1");
    const std::vector<double> places{-1, 0, 0, 1, 0, 0};
    file.add_dataset("/PartType1/Coordinates", places, {2, 3});
    file.add_dataset("/PartType1/Velocities", std::vector<double>(6), {2, 3});
    const auto image = file.image();
    write_file(folder / "snap.hdf5",
               {reinterpret_cast<const char*>(image.data()), image.size()});
    const auto result =
        run_cli("nbody --placement cpu --gpus 0 --steps 0 --json - --in " +
                (folder / "snap.hdf5"));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(result.log.find("BoxSize 100") != std::string::npos);
    const auto j = nlohmann::json::parse(result.out);
    CHECK(j["n"] == 2);
    CHECK(j["time"] == 2);
}

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
    const double each = j["seconds_per_step"];
    CHECK(each > 0);
    CHECK(j["seconds_per_step_min"].get<double>() <= each);
    CHECK(j["seconds_per_step_max"].get<double>() >= each);
    CHECK(close(j["interactions_per_second"].get<double>(), 300.0 * 300 / each,
                1e-14));
    CHECK(
        close(j["tflops_22"].get<double>(), 22e-12 * 300 * 300 / each, 1e-14));
    CHECK(j["peak_percent"].get<double>() > 0);
    CHECK(close(
        j["peak_percent"].get<double>(),
        100 * j["tflops_22"].get<double>() / j["peak_tflops"].get<double>(),
        1e-14));
}

TEST_CASE(
    "energy and angular momentum are conserved, better with short steps") {
    const auto error = [](const char* dt) {
        return std::abs(
            nbody_json(std::string{"--n 200 --precision double --eps 0.1 "
                                   "--until 1 --dt "} +
                       dt)["energy_error"]
                .get<double>());
    };
    // Second order: a quarter for half the step, and some of the close pairs.
    const double coarse = error("0.03125"), fine = error("0.0078125");
    CHECK(coarse < 1e-2);
    CHECK(fine < coarse / 8);
}

TEST_CASE("units of mass, length and time do not matter at extremes either") {
    const Folder folder;
    struct Units {
        double mass, length, velocity;
    };
    for (const Units& u :
         {Units{1e-38, 1, 1}, Units{1e38, 1, 1}, Units{1, 1e-30, 1e-30},
          Units{1, 1e30, 1e30}, Units{1, 1, 1e-30}, Units{1, 1, 1e30}})
        for (const auto& [precision, most] :
             {std::pair{"single", 1e-5}, {"mixed", 1e-6}, {"double", 1e-8}}) {
            CAPTURE(u.mass);
            CAPTURE(u.length);
            CAPTURE(u.velocity);
            CAPTURE(precision);
            const double m = 0.5 * u.mass, x = 0.5 * u.length,
                         v = 0.5 * u.velocity;
            write_file(folder / "pair", fmt::format("{0} {1} 0 0 0 {2} 0\n"
                                                    "{0} {3} 0 0 0 {4} 0\n",
                                                    m, x, v, -x, -v));
            const auto j = nbody_json(fmt::format(
                "--in {} --eps {} --precision {} --gravity {} --dt {} --steps "
                "50",
                folder / "pair", 1e-3 * u.length, precision,
                u.length * u.velocity * u.velocity / u.mass,
                0.01 * u.length / u.velocity));
            CHECK(std::abs(j["energy_error"].get<double>()) < most);
            const auto& energy = j["initial"]["energy"];
            CHECK(close(energy.get<double>(),
                        -0.125 * u.mass * u.velocity * u.velocity, 1e-5));
        }
}

TEST_CASE("two bodies on a circle come back") {
    const Folder folder;
    // Total mass 1, distance 1, G 1: the period is 2 pi.
    write_file(folder / "pair", "0.5 0.5 0 0 0 0.5 0\n0.5 -0.5 0 0 0 -0.5 0\n");
    const auto until = [&](double end) {
        const auto out = folder / "out";
        const auto j = nbody_json(fmt::format(
            "--in {} --eps 0 --precision double --dt 0.003 --until {} --out "
            "{} --checkpoint {} --overwrite",
            folder / "pair", end, out, folder / "end.h5"));
        CHECK(j["time"] == end);
        CHECK(close(j["initial"]["energy"].get<double>(), -0.125, 1e-14));
        CHECK(close(j["initial"]["angular_momentum"][2].get<double>(), 0.25,
                    1e-14));
        return snapshot_in(folder / "end.h5").bodies;
    };
    // Leap-frog: the phase is wrong by (omega dt)^2 / 24 per radian.
    const double tolerance = 1e-5;
    const auto half = until(std::numbers::pi);
    CHECK(std::abs(half.position[0][0] + 0.5) < tolerance);
    CHECK(std::abs(half.position[0][1]) < tolerance);
    const auto whole = until(2 * std::numbers::pi);
    CHECK(std::abs(whole.position[0][0] - 0.5) < tolerance);
    CHECK(std::abs(whole.velocity[1][1] + 0.5) < tolerance);
}

TEST_CASE("--steps 0 shows the input") {
    const auto result = run_nbody("--n 100 --steps 0");
    CHECK(result.code == 0);
    CHECK(result.out.find("kinetic") != std::string::npos);
    CHECK(result.out.find("virial") != std::string::npos);
    CHECK(result.out.find("per second") == std::string::npos);
    const auto j = nbody_json("--n 100 --steps 0");
    CHECK(j["initial"] == j["final"]);
    CHECK_FALSE(j.contains("tflops_22"));
}

TEST_CASE("TIPSY files and tables give the same run") {
    const Folder folder;
    TipsyBytes tipsy;
    std::string table;
    for (std::size_t k = 0, at = 0; k < 6; ++k) {
        for (int f = 0; f < 7; ++f) {
            auto& number = tipsy.numbers[at + f];
            number = f == 0 ? 0.125F : std::sin(static_cast<float>(7 * k + f));
            table += fmt::format("{}{}", number, f < 6 ? ", " : "\n");
        }
        at += k == 0 ? 12 : k < 4 ? 9 : 11;
    }
    tipsy.time = 0;
    write_file(folder / "bodies.bin", tipsy.bytes());
    write_file(folder / "bodies.txt", table);
    const auto binary = nbody_json("--steps 9 --in " + (folder / "bodies.bin"));
    const auto text = nbody_json("--steps 9 --in " + (folder / "bodies.txt"));
    CHECK(binary["n"] == 6);
    CHECK(binary["input"] == folder / "bodies.bin");
    CHECK(binary["initial"] == text["initial"]);
    CHECK(binary["final"] == text["final"]);
    CHECK(binary["final"] != binary["initial"]);
}

TEST_CASE("snapshots, pictures and film") {
    const Folder folder;
    const auto out = folder / "out";
    const auto j = nbody_json(
        "--n 100 --steps 25 --every 10 --pictures --film --plane xz --out " +
        out);
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
}

TEST_CASE("bad usage is refused in one line, with exit code 2") {
    const Folder folder;
    write_file(folder / "short", "1 2 3\n");
    write_file(folder / "ok", "1 2 3 4 5 6 7\n1 3 3 4 5 6 7\n");
    write_file(folder / "same", "1 2 3 4 5 6 7\n1 2 3 4 5 6 7\n");
    for (const std::string& arguments :
         {std::string{"--in /no/such/file"},
          "--in " + (folder / "short"),
          "--in " + folder.path(),
          "--eps 0 --in " + (folder / "same"),
          "--n 10 --in " + (folder / "ok"),
          "--model king --in " + (folder / "ok"),
          "--resume " + (folder / "ok"),
          "--out " + (folder / "ok") + "/x",
          std::string{"--n 0"},
          std::string{"--n -5"},
          std::string{"--n 1e3"},
          std::string{"--seed -1"},
          std::string{"--model hernquist"},
          std::string{"--w0 3"},
          std::string{"--model king --w0 0"},
          std::string{"--model uniform --virial-ratio 1"},
          std::string{"--model king --virial-ratio 0.5"},
          std::string{"--eps -1"},
          std::string{"--eps nan"},
          std::string{"--dt 0"},
          std::string{"--dt inf"},
          std::string{"--gravity 0"},
          std::string{"--until -1"},
          std::string{"--until nan"},
          std::string{"--until 1e300"},
          std::string{"--steps 3 --until 3"},
          std::string{"--precision half"},
          std::string{"--placement nowhere"},
          std::string{"--placement split:2"},
          std::string{"--every 0"},
          std::string{"--pictures"},
          std::string{"--film"},
          std::string{"--plane yz"},
          std::string{"--checkpoint-every 3"},
          std::string{"--checkpoint /no/such/folder/c.h5"},
          std::string{"--json /no/such/folder/result.json"},
          std::string{"--trace-iterations 1:2"},
          std::string{"--steps 3 --trace /tmp/never --trace-iterations 2:3"},
          std::string{"--cpus 0 --gpus 0"}}) {
        CAPTURE(arguments);
        const auto result = run_cli("nbody " + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("what is not here is named, with exit code 3") {
    std::vector<std::string> cases{"--gpus 63", "--cpus 4000",
                                   "--sched no-such-policy",
                                   "--n 1000000000000000"};
    if (runtime::gpu_devices().empty()) cases.emplace_back("--placement gpu");
    for (const std::string& arguments : cases) {
        CAPTURE(arguments);
        const auto result = run_cli("nbody " + arguments);
        CAPTURE(result.log);
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(result.log.find('\n') == result.log.size() - 1);
    }
}

TEST_CASE("an energy that is no number ends the run with exit code 4") {
    const auto result =
        run_nbody("--n 50 --dt 1e30 --steps 20 --every 1 --json -");
    CHECK(result.code == 4);
    CHECK(result.out.empty());
    CHECK(result.log.find("the energy after step") != std::string::npos);
    CHECK(result.log.find('\n') == result.log.size() - 1);
}

TEST_CASE("an energy that is not kept ends the run with exit code 4") {
    const auto result = run_nbody("--n 50 --dt 1 --steps 20 --every 1");
    CAPTURE(result.log);
    CHECK(result.code == 4);
    CHECK(result.log.find("has changed by") != std::string::npos);
    CHECK(result.log.find("the step of 1 is too long") != std::string::npos);
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
        const auto begin = run_nbody(of + " --steps 0");
        CHECK(begin.code == 0);
        CHECK(begin.out.find("nan") == std::string::npos);
        CHECK(begin.out.find("inf") == std::string::npos);
    }
    // 8 steps of 1/128.
    const auto j =
        nbody_json("--precision double --steps 8 --in " + (folder / "one"));
    CHECK(j["final"]["centre"] ==
          nlohmann::json{1 + 4 / 16., 2 + 5 / 16., 3 + 6 / 16.});
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
        CHECK(tasks.find(phase) != std::string::npos);
    }
    const auto page = read_file(folder / "trace/report.html");
    CHECK(page.find("N-body") != std::string::npos);
    // 5 iterations of 4 tasks are in the phases; workers ran diagnostics too.
    for (const auto& text : {page, result.out})
        CHECK(text.find("tasks in that time of other iterations, or of none") !=
              std::string::npos);
}

TEST_CASE("tasks of pairs of bodies say their arithmetic") {
    const Folder folder;
    const auto result =
        run_cli("nbody --n 200 --steps 2 --placement cpu",
                "TASUKI_KERNEL_TIMES=" + (folder / "times") + " ");
    CHECK(result.code == 0);
    std::map<std::string, double> flops;
    for (const auto& kernel :
         nlohmann::json::parse(read_file(folder / "times")))
        flops[kernel["kernel"]] = kernel["flops"];
    CHECK(flops["accelerate_single"] == 22 * 200 * 200);
    CHECK(flops["potential_single"] == 12 * 200 * 200);
}
