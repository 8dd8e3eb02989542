// `tasuki bench solve`: an iteration beside its kernels and the bandwidth.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using test::close, test::contains, test::run_cli;

namespace {

constexpr const char* kBench =
    "bench solve --lattices 4x4x4x4 --repetitions 2 --gpus 0 ";

}  // namespace

TEST_CASE("the times of an iteration stand beside those of its kernels") {
    const auto result = run_cli(
        kBench + std::string{"--solvers cg,bicgstab --rhs 1,3 --json -"});
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto rows = nlohmann::json::parse(result.out);
    REQUIRE(rows.size() == 2 * 3 * 2);
    for (const auto& row : rows) {
        CAPTURE(row.dump());
        const bool cg = row["solver"] == "cg";
        double bytes = 0, seconds = 0;
        int calls = 0;
        for (const auto& kernel : row["kernels"]) {
            calls += kernel["calls"].get<int>();
            bytes += kernel["calls"].get<int>() * kernel["bytes"].get<double>();
            seconds +=
                kernel["calls"].get<int>() * kernel["seconds"].get<double>();
        }
        CHECK(calls == (cg ? 10 : 12));
        // For each of 128 sites 32 links, of all sources, and 21 or 28 spinors.
        const bool half = row["precision"] == "half";
        const double real = row["precision"] == "double" ? 8 : half ? 2 : 4;
        const double link = real * (row["precision"] == "double" ? 18 : 12);
        const double spinor = 24 * real + (half ? 4 : 0);
        const double links = 32 * link / row["rhs"].get<double>();
        CHECK(close(bytes, 128 * (links + (cg ? 21 : 28) * spinor), 1e-12));
        CHECK(close(row["bytes"], bytes, 1e-12));
        CHECK(close(row["kernels_seconds"], seconds, 1e-12));
        CHECK(close(row["floor_seconds"],
                    1e-9 * bytes / row["bandwidth_gbs"].get<double>(), 1e-12));
        const double median = row["seconds_median"];
        CHECK(row["seconds_all"].size() == 2);
        CHECK(close(row["over_floor"],
                    median / row["floor_seconds"].get<double>(), 1e-12));
        CHECK(close(row["over_kernels"],
                    median / row["kernels_seconds"].get<double>(), 1e-12));
    }
}

TEST_CASE("the table of iterations has a line for each case") {
    const auto result = run_cli(kBench + std::string{"--precisions half"});
    REQUIRE(result.code == 0);
    for (const char* part : {"floor [ms]", "4x4x4x4      cg       half      1"})
        CHECK(contains(result.out, part));
    for (const char* wrong :
         {"--lattices 4x4x4x5", "--precisions mixed", "--solvers gmres",
          "--repetitions 0", "--rhs 13"}) {
        CAPTURE(wrong);
        CHECK(test::refused(
            run_cli(std::string{"bench solve --gpus 0 "} + wrong)));
    }
}
