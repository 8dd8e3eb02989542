// This machine as a file, which a simulation reads.
#include <algorithm>
#include <filesystem>

#include "io/machines/machine_file.hpp"
#include "runtime/core/devices.hpp"
#include "simulation/this_machine.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("this machine is written as a file that can be read") {
    const Folder folder;
    const auto path = folder / "here.json";
    const auto written = run_cli("devices --write-machine " + path);
    CAPTURE(written.log);
    REQUIRE(written.code == 0);
    CHECK(contains(written.out, "machine in " + path));
    const auto file = io::machines::read_machine(path);
    const runtime::Machine& m = file.machine;
    CHECK(m.cores >= 1);
    CHECK(m.cores <= static_cast<int>(runtime::allowed_cpus().size()));
    CHECK(m.cores % file.sockets == 0);
    CHECK(m.cpu_name == runtime::cpu_name());
    // 10^8 to 10^14 in each of them: a unit that is wrong is not here.
    for (const double rate :
         {m.cpu.bandwidth, m.cpu.double_flops, m.cpu.single_flops}) {
        CHECK(rate > 1e8);
        CHECK(rate < 1e14);
    }
    const auto gpus = runtime::gpu_devices();
    CHECK(m.gpus <= static_cast<int>(gpus.size()));
    CHECK(m.gpu.has_value() == !gpus.empty());
    if (m.gpu) {
        CHECK(m.gpu->name == gpus.front().name);
        CHECK(m.gpu->rates.bandwidth > 1e10);
        CHECK(m.gpu->to_host.bandwidth > 1e8);
    }
    CHECK(contains(file.note, "tasuki devices --write-machine"));
    // Not measured, they would be those of another machine.
    CHECK(std::ranges::count(file.measured, "node.task_us") == 1);
    CHECK(file.measured.size() >= 4);
}

TEST_CASE("ranks say how arrays go between them, and how fast") {
    const Folder folder;
    const auto cache = "TASUKI_CACHE=" + (folder / "cache") + " ";
    const auto on_ranks = [&](const std::string& arguments) {
        return run_cli(arguments, cache + kMpirun + "2 ");
    };
    const std::string wilson = std::string{kProblem} + "--json - ";
    const auto route_of = [](const CliResult& result) {
        const auto routes = json_of(result)["routes"];
        REQUIRE(routes.size() == 2);
        CHECK(routes[1]["from"] == 1);
        CHECK(routes[1]["to"] == 0);
        return routes[1];
    };
    // Before they were measured, and by another way afterwards.
    for (const std::string other : {"", "--exchange network "}) {
        const auto route = route_of(on_ranks(wilson + other));
        CHECK(route["bandwidth_gbs"].is_null());
        if (other.empty())
            CHECK(route_of(on_ranks("devices --json -"))["latency_us"] > 0);
        else
            CHECK(route["way"] == "network");
    }
    const auto kept = on_ranks(wilson + "--log-level info");
    const auto route = route_of(kept);
    CHECK(route["bandwidth_gbs"] > 0);
    CHECK(
        contains(kept.log,
                 fmt::format("{}, {:.1f} GB/s", route["way"].get<std::string>(),
                             route["bandwidth_gbs"].get<double>())));
    const auto machine = on_ranks("devices --write-machine " + (folder / "m"));
    CHECK(machine.code == 2);
    CHECK(contains(machine.log, "--write-machine runs on one rank"));
}

TEST_CASE("kernels of runs are timed for the file") {
    const Folder folder;
    const auto path = folder / "here.json";
    const auto written = run_cli(
        "devices --write-machine " + path +
        " --calibrate --calibrate-with 'wilson --lattice 8x8x8x16 --blocks "
        "1x1x1x2 --precision single --placement cpu' --calibrate-with 'wilson "
        "--lattice 16x16x16x16 --blocks 1x1x1x2 --precision single --placement "
        "cpu' --calibrate-with 'wilson --lattice 3x8x8x8'");
    CAPTURE(written.log);
    REQUIRE(written.code == 0);
    CHECK(contains(written.log, "`tasuki wilson --lattice 3x8x8x8` is left"));
    CHECK(contains(written.out, "efficiencies of 4 kernels"));
    const auto file = io::machines::read_machine(path);
    for (const char* kernel : {"interior_single_18", "matvec_single_18",
                               "merge_single", "pack_single"}) {
        CAPTURE(kernel);
        REQUIRE(file.machine.cpu_kernels.contains(kernel));
        CHECK(file.machine.cpu_kernels.at(kernel) > 1e-3);
    }
    CHECK(file.machine.gpu_kernels.empty());
}

TEST_CASE("a calibration without a kernel leaves no file") {
    const Folder folder;
    const auto path = folder / "here.json";
    const auto failed =
        run_cli("devices --write-machine " + path +
                " --calibrate --calibrate-with 'wilson --no-such-option'");
    CHECK(failed.code == 70);
    CHECK(contains(failed.log, "no kernel was timed"));
    CHECK_FALSE(std::filesystem::exists(path));
}
