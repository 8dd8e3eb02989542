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

using Json = nlohmann::json;

/// Over the kernels of a row, for all calls: of "bytes" or of "seconds".
double sum_of(const Json& row, const char* key) {
    double sum = 0;
    for (const auto& kernel : row["kernels"])
        sum += kernel["calls"].get<int>() * kernel[key].get<double>();
    return sum;
}
int calls_of(const Json& row) {
    int calls = 0;
    for (const auto& kernel : row["kernels"])
        calls += kernel["calls"].get<int>();
    return calls;
}

/// What a row's precision stores [B].
struct Sizes {
    double real, link, spinor, blocks;

    explicit Sizes(const Json& row) {
        const bool half = row["precision"] == "half";
        real = row["precision"] == "double" ? 8 : half ? 2 : 4;
        link = real * (row["precision"] == "double" ? 18 : 12);
        const double scale = half ? 4 : 0;
        spinor = 24 * real + scale;
        blocks = 2 * (36 * real + scale);
    }
};

}  // namespace

TEST_CASE("the times of an iteration stand beside those of its kernels") {
    const auto result = run_cli(
        kBench + std::string{"--solvers cg,bicgstab --rhs 1,3 --json -"});
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto rows = Json::parse(result.out);
    REQUIRE(rows.size() == 2 * 3 * 2);
    for (const auto& row : rows) {
        CAPTURE(row.dump());
        const bool cg = row["solver"] == "cg";
        CHECK(row["csw"] == 0);
        CHECK(row["mu"] == 0);
        CHECK(calls_of(row) == (cg ? 10 : 12));
        // For each of 128 sites 32 links, of all sources, and 19 or 28 spinors.
        const Sizes size{row};
        const double bytes = 128 * (32 * size.link / row["rhs"].get<double>() +
                                    (cg ? 19 : 28) * size.spinor);
        CHECK(close(sum_of(row, "bytes"), bytes, 1e-12));
        CHECK(close(row["bytes"], bytes, 1e-12));
        CHECK(close(row["kernels_seconds"], sum_of(row, "seconds"), 1e-12));
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

TEST_CASE("an iteration with a clover term has the kernels of the term") {
    for (const double mu : {0.0, 0.1}) {
        CAPTURE(mu);
        const auto result =
            run_cli(kBench +
                    std::string{"--solvers cg,bicgstab --rhs 1,3 --csw 1 "
                                "--json - --mu "} +
                    std::to_string(mu));
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        const auto rows = Json::parse(result.out);
        REQUIRE(rows.size() == 2 * 3 * 2);
        for (const auto& row : rows) {
            CAPTURE(row.dump());
            CHECK(row["csw"] == 1);
            CHECK(row["mu"] == mu);
            // Each of the two products with M_hat has one with A, and one with
            // A^-1, which is two products if there is a twisted mass.
            const int products = mu == 0 ? 2 : 4, sums = 2;
            const bool cg = row["solver"] == "cg";
            CHECK(calls_of(row) == (cg ? 10 : 12) + products + sums);
            // No hopping term reads a third spinor: 17 or 26 without the term.
            const Sizes size{row};
            const double columns = row["rhs"];
            CHECK(close(row["bytes"],
                        128 * (32 * size.link / columns +
                               (products + sums) * size.blocks / columns +
                               ((cg ? 17 : 26) + products * 2 + sums * 3) *
                                   size.spinor),
                        1e-12));
            for (const auto& kernel : row["kernels"]) {
                const bool multiply = kernel["name"] == "clover_multiply";
                if (!multiply && kernel["name"] != "clover_add") continue;
                CHECK(kernel["calls"] == (multiply ? products : sums));
                CHECK(close(kernel["bytes"],
                            128 * (size.blocks / columns +
                                   (multiply ? 2 : 3) * size.spinor),
                            1e-12));
            }
        }
    }
}

TEST_CASE("a twisted mass alone needs no more traffic") {
    const auto result =
        run_cli(kBench + std::string{"--precisions double --mu 0.1 --json -"});
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto row = Json::parse(result.out)[0];
    const Sizes size{row};
    CHECK(row["mu"] == 0.1);
    CHECK(
        close(row["bytes"], 128 * (32 * size.link + 19 * size.spinor), 1e-12));
}

TEST_CASE("the table of iterations has a line for each case") {
    const auto result = run_cli(kBench + std::string{"--precisions half"});
    REQUIRE(result.code == 0);
    for (const char* part : {"floor [ms]", "4x4x4x4      cg       half      1"})
        CHECK(contains(result.out, part));
    for (const char* wrong :
         {"--lattices 4x4x4x5", "--precisions mixed", "--solvers gmres",
          "--repetitions 0", "--rhs 13", "--csw inf", "--mu nan"}) {
        CAPTURE(wrong);
        CHECK(test::refused(
            run_cli(std::string{"bench solve --gpus 0 "} + wrong)));
    }
}
