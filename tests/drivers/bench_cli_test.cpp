// `tasuki tasks` and every `tasuki bench` run, hold their results against a
// reference, and write the keys that docs/scripts.md names.
#include <algorithm>

#include "runtime/core/devices.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki::test;
using tasuki::Json;
using Keys = std::initializer_list<const char*>;

void check_keys(const Json& j, Keys keys) {
    for (const char* key : keys) {
        CAPTURE(key);
        CHECK(j.contains(key));
    }
}

/// The keys of repeated times, with so many repetitions.
void check_times(const Json& j, std::size_t repetitions) {
    check_keys(j, {"seconds_median", "seconds_min", "seconds_max"});
    CHECK(j.at("seconds_all").size() == repetitions);
}

/// The error was computed, and is rounding.
void check_error(const Json& row, double most) {
    CHECK(row.at("relative_error").get<double>() > 0);
    CHECK(row.at("relative_error").get<double>() < most);
}

void check_engine_row(const Json& row) {
    check_keys(row, {"engine", "reconstruct", "iterations", "gflops",
                     "gflops_1320", "tasuki_over_engine"});
    check_times(row, 2);
    check_error(row, row.at("precision") == "single" ? 5e-6 : 1e-14);
}

/// The bench of another build on the same card could have written this.
Json made_table(const char* toolkit, double slower, int rows) {
    Json table{{"table", "table-a1"},
               {"device", "Card"},
               {"toolkit", toolkit},
               {"rows", Json::array()}};
    for (int k = 0; k < rows; ++k) {
        const double seconds = 1e-3 * (k + 1) * slower;
        table["rows"].push_back({{"n", 1024 << k},
                                 {"precision", "single"},
                                 {"variant", "approx, shared"},
                                 {"seconds_median", seconds},
                                 {"tflops_22_median", 1 / seconds}});
    }
    auto tables = Json::array();
    tables.push_back(table);
    return tables;
}

}  // namespace

TEST_CASE("bench wilson checks and times kernels") {
    const auto tables = cli_json(
        "bench wilson --lattice 4x4x4x4,4x2x6x4 --gpus 0 --repetitions 2 "
        "--kernels hopping,matvec --precision single --reconstruct 12");
    REQUIRE(tables.size() == 2);  // a lattice each
    for (const auto& table : tables) {
        check_keys(table, {"device", "lattice", "bandwidth_gbs"});
        REQUIRE_FALSE(table["rows"].empty());
        for (const auto& row : table["rows"]) {
            check_keys(row, {"kernel", "gflops", "gflops_1320", "gbs",
                             "roofline_percent"});
            CHECK(row["precision"] == "single");
            CHECK(row["reconstruct"] == 12);
            check_times(row, 2);
            check_error(row, 1e-5);
        }
    }
}

TEST_CASE("bench wilson --engine checks the same work by several engines") {
    const std::string bench =
        "bench wilson --gpus 0 --repetitions 2 --lattice 4x4x8x8 ";
    const auto tables = cli_json(bench +
                                 "--engine tasuki,recorded,bare --blocks "
                                 "2x1x1x2 --placement cpu,dynamic "
                                 "--precision single --reconstruct 18");
    REQUIRE(tables.size() == 2);  // a placement each
    for (const auto& table : tables) {
        check_keys(table, {"lattice", "blocks", "ranks"});
        REQUIRE(table["rows"].size() == 3);
        for (const auto& row : table["rows"]) check_engine_row(row);
        const auto &tasuki = table["rows"][0], &bare = table["rows"][2];
        CHECK(tasuki["iterations"] == bare["iterations"]);
        CHECK(close(bare["tasuki_over_engine"].get<double>(),
                    tasuki["seconds_median"].get<double>() /
                        bare["seconds_median"].get<double>(),
                    1e-15));
    }
    const auto on_ranks = json_of(run_ranks(
        2, bench + "--engine bare,tasuki --reconstruct 12 --precision double "
                   "--ranks 1x1x2x1 --blocks 2x1x2x1 --json -"));
    REQUIRE(on_ranks.size() == 1);
    CHECK(on_ranks[0]["ranks"] == Json{1, 1, 2, 1});
    CHECK(on_ranks[0]["workers"].size() == 2);
    REQUIRE(on_ranks[0]["rows"].size() == 2);
    for (const auto& row : on_ranks[0]["rows"]) check_engine_row(row);
}

TEST_CASE("bench solve: an iteration is the sum of its kernels' traffic") {
    // Each product with M_hat has one with A, and one with A^-1, which is two
    // products if there is a twisted mass.
    for (const auto& [term, multiplies] :
         {std::pair{"", 0}, {"--csw 1", 4}, {"--csw 1 --mu 0.1", 6}}) {
        CAPTURE(term);
        const auto rows = cli_json(
            std::string{
                "bench solve --lattices 4x4x4x4 --repetitions 2 "
                "--gpus 0 --precisions double --solvers cg --rhs 1,3 "} +
            term);
        REQUIRE(rows.size() == 2);
        for (const auto& row : rows) {
            check_keys(row, {"lattice", "solver", "precision", "csw", "mu",
                             "worker", "over_floor", "over_kernels"});
            check_times(row, 2);
            int calls = 0;
            double bytes = 0;
            for (const auto& kernel : row["kernels"]) {
                const int own = kernel["calls"];
                calls += own;
                bytes += own * kernel["bytes"].get<double>();
            }
            CHECK(calls == 10 + multiplies);
            CHECK(close(row["bytes"], bytes, 1e-12));
            CHECK(close(row["floor_seconds"],
                        1e-9 * bytes / row["bandwidth_gbs"].get<double>(),
                        1e-12));
        }
    }
}

TEST_CASE("bench nbody checks and times every number and precision") {
    const Folder folder;
    const auto csv = folder / "rows.csv";
    const auto tables = cli_json(
        "bench nbody --n 2,1000 --precision single,mixed,double --gpus 0 "
        "--csv " +
        csv);
    REQUIRE(tables.size() == 1);
    REQUIRE(tables[0]["rows"].size() == 6);
    for (const auto& row : tables[0]["rows"]) {
        check_keys(row, {"variant", "peak_percent", "seconds_all"});
        const double n = row["n"];
        CHECK(close(row["tflops_22"].get<double>(),
                    22e-12 * n * n / row["seconds_min"].get<double>(), 1e-14));
        CHECK(row["relative_error"].get<double>() <
              (row["precision"] == "double" ? 1e-11 : 1e-3));
    }
    const auto text = read_file(csv);
    CHECK(std::ranges::count(text, '\n') == 7);
}

TEST_CASE("bench nbody compares the tables of two builds row by row") {
    const Folder folder;
    const auto cuda = folder / "cuda.json", hip = folder / "hip.json";
    write_file(cuda, made_table("CUDA", 1, 3).dump());
    write_file(hip, made_table("HIP", 1.25, 3).dump());
    const auto compare = "bench nbody --hip-vs-cuda " + cuda + ' ' + hip;
    const auto comparison = cli_json(compare);
    REQUIRE(comparison["rows"].size() == 3);
    for (const auto& row : comparison["rows"])
        CHECK(close(row["ratio"].get<double>(), 1.25, 1e-14));
    write_file(hip, made_table("HIP", 1.25, 2).dump());
    const auto missing = run_cli(compare);
    CHECK(refused(missing));
    CHECK(contains(missing.log, "4096"));
    for (const char* wrong :
         {"no json", R"([{"toolkit": "HIP", "rows": [{"n": "many"}]}])"}) {
        CAPTURE(wrong);
        write_file(hip, wrong);
        CHECK(refused(run_cli(compare)));
    }
}

TEST_CASE("bench sht checks and times both directions") {
    const auto rows =
        cli_json("bench sht --truncations 7,21 --cpus 1 --gpus 0");
    REQUIRE(rows.size() == 2);
    for (const auto& row : rows) {
        check_keys(row, {"truncation", "latitudes", "longitudes", "data"});
        CHECK(row["by"] == "cpu");
        CHECK(row["roundtrip_rms"].get<double>() > 0);
        CHECK(row["roundtrip_rms"].get<double>() < 1e-13);
        for (const char* direction : {"synthesis", "analysis"})
            check_keys(row[direction], {"gflops", "seconds_median"});
    }
}

TEST_CASE("bench tasks runs patterns on engines, as JSON and chart") {
    const Folder folder;
    const auto svg = folder / "chart.svg";
    const auto rows = cli_json(
        "bench tasks --cpus 2 --width 4 --steps 8 --repetitions 2 --patterns "
        "stencil_1d,fft --engines serial,tasuki,openmp --iterations "
        "1,64,64,4096 --svg " +
        svg);
    REQUIRE(rows.size() == 2 * 3);
    for (const auto& row : rows) {
        CAPTURE(row.dump());
        check_keys(row,
                   {"width", "steps", "dependencies", "metg_median", "metg_min",
                    "metg_max", "metg_reached", "peak", "peak_over_serial"});
        CHECK(row["cpus"] == (row["engine"] == "serial" ? 1 : 2));
        CHECK(row["tasks"] == 4 * 8);
        CHECK(row["metg_all"].size() == 2);
        REQUIRE(row["sizes"].size() == 3);  // 64 once
        CHECK(row["sizes"][0]["iterations"] == 4096);
        for (const auto& size : row["sizes"]) check_times(size, 2);
    }
    CHECK(contains(read_file(svg), "stencil_1d tasuki"));
}

TEST_CASE("bench tasks runs an engine of others or says how to get it") {
    const auto run = [](const std::string& words) {
        return run_cli(
            "bench tasks --cpus 2 --width 4 --steps 8 --patterns "
            "stencil_1d --iterations 1,64 --json - " +
            words);
    };
    const auto check = [](const CliResult& result, const std::string& engine,
                          const std::string& option) {
        CAPTURE(engine);
        CAPTURE(result.log);
        if (result.code == 0) {  // which has compared results with serial's
            const auto rows = Json::parse(result.out);
            REQUIRE(rows.size() == 1);
            CHECK(rows[0]["engine"] == engine);
            return;
        }
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(contains(result.log,
                       "--engines " + engine + ": this build is without it"));
        CHECK(contains(result.log, option));
    };
    for (const std::string engine : {"taskflow", "taskflow-async"})
        check(run("--engines " + engine), engine, "-DTASUKI_TASKFLOW=DIR");
    check(run("--engines tbb"), "tbb", "libtbb-dev");
    for (const std::string engine :
         {"cudastf", "cudastf-graph", "cudastf-loop"}) {
        const auto result = run("--on gpu --engines " + engine);
        // A build for CUDA with it may be where no GPU is.
        if (contains(result.log, "GPUs were asked for"))
            skip_part("CUDASTF: no GPU is here");
        else
            check(result, engine, "-DTASUKI_CCCL=DIR");
    }
}

TEST_CASE("bench team times the loops of each way") {
    const int cpus =
        std::min(2, static_cast<int>(tasuki::runtime::allowed_cpus().size()));
    const auto rows =
        cli_json("bench team --pauses 20 --repetitions 3 --cpus " +
                 std::to_string(cpus));
    REQUIRE(rows.size() == 3);
    for (const auto& row : rows) {
        CAPTURE(row.dump());
        CHECK(row["cpus"] == cpus);
        CHECK(close(row["pause"].get<double>(), 20e-6, 1e-12));
        // A team may have done without one that is late.
        CHECK(row["started"] >= (row["way"] == "team" ? 1 : cpus));
        for (const char* time : {"start_of_last", "empty_loop"})
            check_keys(row[time], {"min", "median", "max"});
    }
}

TEST_CASE("bench pictures times drawing and files") {
    const auto rows =
        cli_json("bench pictures --n 500 --truncation 21 --repetitions 2");
    REQUIRE(rows.size() == 2);
    for (const auto& row : rows) {
        CAPTURE(row.dump());
        CHECK(row["bytes"] > 1000);
        for (const char* time : {"draw", "file"})
            check_keys(row[time], {"min", "median", "max"});
    }
}

TEST_CASE("tasks runs every graph on CPUs") {
    for (const std::string graph :
         {"cholesky:4x64", "heat:2x64", "independent:1x10", "forkjoin:4x1",
          "tree:10x1", "nearest:1x4x3", "all_to_all:1x4x3"}) {
        CAPTURE(graph);
        const auto j = cli_json(
            "tasks --sched lws --no-oracle --iterations 4 --graph " + graph);
        REQUIRE_FALSE(j["rows"].empty());
        const auto& row = j["rows"][0];
        check_keys(row, {"policy", "seconds_steady", "settled", "cpu_part"});
        CHECK(row["seconds"].size() == 4);
        CHECK_FALSE(row["cpu_part"].empty());
    }
}

TEST_CASE("bench self without a GPU ends with exit code 3 and the reason") {
    if (!tasuki::runtime::gpu_devices().empty()) return skip("a GPU is here");
    const auto result = run_cli("bench self");
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(contains(result.log, "GPU"));
}

TEST_CASE("bench self on a GPU, alone and on ranks") {
    if (tasuki::runtime::gpu_devices().empty()) return skip("no GPU is here");
    const auto j = cli_json("bench self --sizes 1024,1000000 --repetitions 2 ");
    CHECK(j["ranks"] == 1);
    check_keys(j, {"gpus", "one_gpu", "left_out", "self_over_copy_min"});
    for (const auto& row : j["rows"]) check_times(row, 2);
    const auto table =
        run_ranks(2,
                  "bench self --experiments kernels,ping-pong --sizes 4096 "
                  "--ways self,copy,mpi-host,mpi --repetitions 1");
    CAPTURE(table.log);
    REQUIRE(table.code == 0);
    CHECK(contains(table.out, "\nping-pong  mpi "));
    CHECK(run_ranks(3, "bench self").code == 2);
}

TEST_CASE("bench policies writes into no folder of somebody else") {
    const Folder folder;
    if (tasuki::runtime::gpu_devices().empty()) {
        const auto alone = run_cli("bench policies --graphs cholesky --out " +
                                   (folder / "out"));
        CHECK(alone.code == 3);
        CHECK(contains(alone.log, "give --machines"));
        CHECK(folder.names().empty());
    } else {
        skip_part("the refusal without a GPU: one is here");
    }
    write_file(folder / "mine", "something");
    const auto foreign = run_cli("bench policies --out " + (folder / ""));
    CHECK(refused(foreign));
    CHECK(contains(foreign.log, "policies.json"));
    CHECK(read_file(folder / "mine") == "something");
}
