// `tasuki simulate wilson`.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "tests/close.hpp"
#include "tests/simulated/support.hpp"

using namespace tasuki::test;
using tasuki::Json;

namespace {

const std::string kWilson = "wilson --lattice 16x16x16x32 --gauge hot:1 ";

CliResult wilson(const std::string& machine, const std::string& options) {
    return simulate(machine, kWilson + options);
}

Json wilson_json(const std::string& machine, const std::string& options) {
    return simulated_json(machine, kWilson + options);
}

/// The rows of a table (CSV) without its head; what is no number is 0.
std::vector<std::vector<long long>> table(const std::string& path) {
    std::vector<std::vector<long long>> rows;
    std::istringstream text{read_file(path)};
    std::string line, cell;
    for (std::getline(text, line); std::getline(text, line);) {
        auto& row = rows.emplace_back();
        for (std::istringstream cells{line}; std::getline(cells, cell, ',');)
            row.push_back(std::strtoll(cell.c_str(), nullptr, 10));
    }
    return rows;
}

}  // namespace

TEST_CASE("the result of a simulation says in text and JSON that it is one") {
    const auto table = wilson("h200_16cpu", "--iterations 10");
    CHECK(table.code == 0);
    CHECK(table.log.empty());
    CHECK(
        table.out.starts_with("SIMULATED: no kernel was executed, nothing "
                              "was measured\n"));
    CHECK(contains(table.out, "NVIDIA H200, simulated"));
    CHECK(contains(table.out, "efficiency of 0.7 (CPU) and 0.75 (GPU)"));
    // The line of a real run; the path of the machine may contain the word.
    CHECK_FALSE(contains(table.out, "\n  check "));
    CHECK_FALSE(contains(table.out, "measured in this run"));

    const auto json = wilson_json("h200_16cpu", "--iterations 10");
    CHECK(json["simulated"]["machine"] == "NVIDIA H200 with 16 virtual CPUs");
    CHECK(lacks(json, {"norm2", "relative_error"}));
    CHECK(json["lattice"] == Json{16, 16, 16, 32});
    CHECK(json["seconds_median"] > 0);
}

TEST_CASE("one block on a GPU takes the time of its traffic") {
    const auto json = wilson_json(
        "h200_16cpu", "--placement gpu --blocks 1x1x1x1 --iterations 100");
    // 960 B a site at 0.76, the interior's, of 4.1 TB/s; StarPU takes 9 us to
    // queue a task, `task_us` of the file, and looks twice for it, 1 us each.
    // An application waits for the one before.
    const double traffic = 16. * 16 * 16 * 32 * 960 / (0.76 * 4.1e12);
    CHECK(close(json["seconds_median"], traffic + 11e-6, 1e-3));
}

TEST_CASE("split:auto measures the rates of the machine's file") {
    // 14 of 16 cores compute: 0.7 x 190 GB/s x 14 / 16 for the CPU
    // and 0.76 x 4100 GB/s for the GPU.
    const auto json =
        wilson_json("h200_16cpu", "--placement split:auto --blocks 1x1x1x4");
    const double cpu = 0.7 * 190 * 14 / 16, gpu = 0.76 * 4100;
    const std::string placement = json["placement_used"];
    REQUIRE(placement.starts_with("split:"));
    CHECK(close(std::stod(placement.substr(6)), cpu / (cpu + gpu), 1e-3));
}

TEST_CASE("every shipped machine runs every placement") {
    for (const auto& file :
         std::filesystem::directory_iterator{TASUKI_TEST_MACHINES})
        for (const char* placement :
             {"gpu", "cpu", "host-t", "dynamic", "split:0.25"}) {
            CAPTURE(file.path().string());
            CAPTURE(placement);
            const auto result = run_cli(
                "simulate --machine " + file.path().string() +
                " wilson --lattice 16x16x16x32 --gauge cold --repetitions 1 "
                "--iterations 2 --placement " +
                placement);
            CHECK(result.code == 0);
        }
}

// With these limits simulations stopped, or StarPU gave up, under some policy.
TEST_CASE("a GPU with little memory ends no simulation") {
    for (const char* policy : {"feedback", "dmda", "dmdas", "lws"})
        for (const char* limit : {"500", "560", "620"}) {
            CAPTURE(policy);
            CAPTURE(limit);
            const auto result = run_cli(
                "simulate --machine " + machine_file("h200_16cpu") +
                    " wilson --gauge cold --lattice 32x32x32x32 "
                    "--blocks 1x1x1x16 --placement dynamic --iterations 4 "
                    "--repetitions 3 --sched " +
                    policy,
                std::string{"STARPU_LIMIT_CUDA_MEM="} + limit + " ");
            CHECK(result.code == 0);
        }
}

TEST_CASE("a trace of ranks has the tasks, transfers and messages of each") {
    const Folder folder;
    const auto result = wilson("k20x_2015",
                               "--ranks 4 --ranks-per-node 2 --placement gpu "
                               "--iterations 4 --repetitions 1 --trace " +
                                   (folder / "trace"));
    CHECK(result.code == 0);
    CHECK(result.log.empty());
    CHECK(contains(result.out, "of 4 ranks agree within 0 us"));
    for (const char* lane :
         {"rank 0 GPU 0", "rank 1 GPU 1", "rank 2 GPU 0", "rank 3 GPU 1"})
        CHECK(contains(result.out, lane));
    const auto report = read_file(folder / "trace/report.html");
    CHECK(contains(report, "simulated on IBM iDataPlex"));
    CHECK(contains(report, "matvec"));
    const auto run = Json::parse(read_file(folder / "trace/run.json"));
    CHECK(run["complete"] == true);
    // Transfers take at least the latency and their bytes at 6 GB/s.  Messages
    // pass the network, or a node's memory.
    std::set<long long> from, senders;
    for (const auto& t : table(folder / "trace/transfers.csv")) {
        from.insert(t[0]);
        CHECK(t[8] - t[7] >= 10'000 + t[5] / 6);
    }
    for (const auto& m : table(folder / "trace/messages.csv")) {
        const bool is_inside = m[1] / 2 == m[2] / 2;
        senders.insert(m[1]);
        CHECK(m[7] - m[6] >= (is_inside ? m[5] / 51 : 4'000 + m[5] * 5 / 16));
    }
    CHECK(from.size() == 4);
    CHECK(senders.size() == 4);
}

TEST_CASE("ranks of a node share its GPUs") {
    const std::string options =
        "--iterations 10 --repetitions 1 --placement gpu ";
    const auto result =
        wilson("k20x_2015", options + "--ranks 8 --ranks-per-node 2");
    CHECK(result.code == 0);
    CHECK(contains(result.out, "nodes      4 of 4, 2 ranks on each; 3.2 GB/s"));
    CHECK(contains(result.out, "4 of GPU 1 (NVIDIA Tesla K20X, simulated)"));
    const auto one_node =
        wilson("h200_four", options + "--ranks 4 --ranks-per-node 4");
    CHECK(one_node.code == 0);
    CHECK(contains(one_node.out, "nodes      1 of 1, 4 ranks on each\n"));
    // The one way that there is has a name, too; and both options may stand
    // before the command.
    CHECK(wilson("h200_four", options + "--ranks 4 --ranks-per-node 4 "
                                        "--exchange network")
              .out == one_node.out);
    CHECK(run_cli("simulate --ranks 4 --ranks-per-node 4 --machine " +
                  machine_file("h200_four") + " " + kWilson + options)
              .out == one_node.out);
    CHECK(unavailable(
        wilson("k20x_2015", options + "--ranks 4 --ranks-per-node 4"),
        "4 ranks on a node"));
    CHECK(unavailable(
        wilson("k20x_2015", options + "--ranks 16 --ranks-per-node 2"),
        "16 ranks need 8 nodes with 2 on each"));
    CHECK(refused(wilson("k20x_2015", options + "--ranks-per-node 0")));
}

TEST_CASE("several ranks have one result, and count the tasks of all") {
    const std::string options =
        "--iterations 10 --repetitions 1 --placement gpu --gpus 1 ";
    const auto two = wilson_json("k20x_2015", options + "--ranks 2");
    CHECK(two["ranks"] == Json{1, 1, 1, 2});
    CHECK(two["seconds_all"] ==
          wilson_json("k20x_2015", options + "--ranks 1x1x1x2")["seconds_all"]);
    CHECK(two["phases"]["interior"]["gpu"] == 2 * 10 * 2);
    // Each has half of the lattice, and faces to send.
    const double whole = wilson_json("k20x_2015", options)["seconds_median"];
    CHECK(two["seconds_median"] > 0.5 * whole);
    CHECK(two["seconds_median"] < whole);
}

TEST_CASE("an interrupt ends a simulation as any other run") {
    for (const char* ranks : {"1", "4"}) {
        const Folder folder, tmp;
        const auto result = run_command(
            "TMPDIR=" + tmp.path() + " timeout -s INT 3 '" + cli_path() +
            "' simulate --machine " + machine_file("k20x_2015") +
            " wilson --lattice 16x16x16x32 --gauge cold --sched "
            "lws --iterations 1000000 --repetitions 1000 --trace " +
            (folder / "trace") + " --ranks " + ranks);
        CHECK(result.code == 124);  // of timeout
        CHECK(result.log == "tasuki: interrupted\n");
        CHECK(folder.names().empty());
        CHECK(tmp.names().empty());
    }
}

TEST_CASE("what a simulation cannot do is refused") {
    CHECK(unavailable(wilson("k20x_2015", "--capture on"), "captures"));
    CHECK(unavailable(wilson("k20x_2015", "--calibrate"), "--calibrate"));
    for (const char* way : {"stores", "copy", "host"})
        CHECK(unavailable(wilson("k20x_2015", std::string{"--exchange "} + way),
                          "expected auto or network"));
    for (const char* ranks : {"8", "1x1x1x8", "4096x4096x4096x4096"})
        CHECK(unavailable(wilson("k20x_2015", std::string{"--ranks "} + ranks),
                          "has 4 (`nodes` of its file)"));
    CHECK(unavailable(wilson("h200_16cpu", "--ranks 2"), "2 ranks"));
    for (const char* ranks : {"0", "-2", "two", "1x2", "1x1x1x0"})
        CHECK(refused(wilson("k20x_2015", std::string{"--ranks "} + ranks)));
    CHECK(refused(wilson("k20x_2015", "--ranks 3")));  // 32 sites in T
    CHECK(unavailable(wilson("k20x_2015", "--gpus 3"), "2 found"));
    CHECK(unavailable(wilson("k20x_2015", "--sched none-such"), "none-such"));
    const auto large = run_cli(
        "simulate wilson --lattice 96x96x96x192 --gauge cold --machine " +
        machine_file("k20x_2015"));
    CHECK(unavailable(large, "64.00 GB are available"));
    CHECK(refused(run_cli("simulate wilson")));
    CHECK(refused(run_cli("simulate --machine " + machine_file("k20x_2015"))));
    CHECK(refused(run_cli("simulate --machine no-such-file wilson")));
    CHECK(unavailable(run_cli("wilson"), "cannot compute"));
}
