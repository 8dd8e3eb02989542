// What `bench self` measures, and how it shows that.
#include "drivers/self/bench/report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "drivers/self/bench/plan.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"

using namespace tasuki::drivers;
using tasuki::peers::self::Row;
using tasuki::test::close;

namespace {

Row ping_pong(const char* way, std::size_t bytes, std::vector<double> seconds) {
    return {.experiment = "ping-pong",
            .way = way,
            .bytes = bytes,
            .blocks = way == std::string{"self"} ? 16 : 0,
            .threads = way == std::string{"self"} ? 512 : 0,
            .seconds = std::move(seconds)};
}

std::vector<Row> rows() {
    return {
        {.experiment = "launch", .way = "host", .seconds = {3e-6, 2e-6, 9e-6}},
        {.experiment = "attribute",
         .way = "ring",
         .bytes = 64,
         .blocks = 1,
         .threads = 32,
         .seconds = {5e-6}},
        ping_pong("self", 1024, {4e-6, 2e-6, 3e-6}),
        ping_pong("self", 1 << 20, {4e-6}),
        ping_pong("self", 1 << 22, {9e-6}),
        ping_pong("copy", 1 << 20, {3e-6}),
        ping_pong("copy", 1 << 22, {9e-6}),
        ping_pong("copy", 1024, {1e-6}),
        ping_pong("copy-alone", 1 << 20, {2e-6}),
        ping_pong("mpi-host", 1024, {2e-6}),
        ping_pong("mpi-host", 1 << 20, {50e-6})};
}

}  // namespace

TEST_CASE("the sizes of bench self are those of the paper, or those asked") {
    const auto plan = make_plan({{"launch"}, {"self"}, {}, 3});
    CHECK(plan.attributes.front() == 4);
    CHECK(plan.attributes.back() == 1024);
    CHECK(plan.kernels.front() == 8);
    CHECK(plan.kernels.back() == 65536);
    CHECK(plan.messages.front() == 1024);
    CHECK(plan.messages.back() == 268435456);
    CHECK(plan.messages.size() == 10);
    CHECK(plan.repetitions == 3);
    CHECK(make_plan({{}, {}, {400, 8, 400}, 1}).messages ==
          std::vector<std::size_t>{8, 400});
    CHECK_THROWS_AS(make_plan({{}, {}, {8, 6}, 1}),
                    tasuki::runtime::UsageError);
}

TEST_CASE("self is compared with copies and MPI, and with the copy engine") {
    const auto all = compare_ways(rows());
    CHECK(all.sizes == 2);
    CHECK(all.faster == 1);
    CHECK(close(all.of_copy.least, 0.75, 1e-14));
    CHECK(close(all.of_copy.greatest, 1, 1e-14));
    CHECK(close(all.of_copy_alone.least, 0.5, 1e-14));
    CHECK(close(all.of_copy_alone.greatest, 0.5, 1e-14));
    const auto none = compare_ways({ping_pong("self", 8, {1e-6})});
    CHECK(none.sizes == 0);
    CHECK(none.of_copy.least == 0);
}

TEST_CASE("figures of the paper stand beside the rows that they are of") {
    const auto figure = [](const char* experiment, const char* way,
                           std::size_t bytes) {
        return paper_figure(
            {.experiment = experiment, .way = way, .bytes = bytes});
    };
    CHECK(figure("launch", "host", 0)->greatest == 3.3e-6);
    CHECK(figure("launch", "kernel", 0)->least == 14.2e-6);
    CHECK(!figure("launch", "host-seen", 0));
    CHECK(figure("attribute", "ring", 256)->greatest == 17.5e-6);
    CHECK(figure("attribute", "ring", 512)->greatest == 0);
    CHECK(figure("kernels", "poll", 8)->greatest == 2e-6);
    CHECK(!figure("kernels", "poll", 16));
    CHECK(!figure("ping-pong", "self", 1024));
}

TEST_CASE("the JSON of bench self has all repetitions, and what is left out") {
    const auto json = self_json({{{"GPU 0 (A)", "GPU 1 (B)"}, 2, false},
                                 rows(),
                                 {{"ping-pong by nccl", "none"}}});
    CHECK(json["ranks"] == 2);
    CHECK(json["gpus"][1] == "GPU 1 (B)");
    CHECK(json["one_gpu"] == false);
    CHECK(json["sizes_self_is_faster"] == 1);
    CHECK(close(json["self_over_copy_min"], 0.75, 1e-14));
    CHECK(json["self_over_copy_max"] == 1);
    CHECK(close(json["self_over_copy_alone_max"], 0.5, 1e-14));
    CHECK(json["left_out"][0]["why"] == "none");
    REQUIRE(json["rows"].size() == rows().size());
    const auto& launch = json["rows"][0];
    CHECK(launch["seconds_median"] == 3e-6);
    CHECK(launch["seconds_min"] == 2e-6);
    CHECK(launch["seconds_max"] == 9e-6);
    CHECK(launch["seconds_all"].size() == 3);
    CHECK(launch["paper_seconds_max"] == 3.3e-6);
    CHECK(launch["gbs"].is_null());
    const auto& message = json["rows"][2];
    CHECK(message["bytes"] == 1024);
    CHECK(message["blocks"] == 16);
    CHECK(close(message["gbs"], 1024 / 3e3, 1e-14));
    CHECK(!message.contains("paper_seconds_max"));
    CHECK(self_json({})["self_over_copy_min"].is_null());
}

TEST_CASE("the charts of bench self have a line for each way") {
    const auto svg = self_svg(rows());
    for (const char* text : {"attribute ring", "ping-pong self",
                             "ping-pong copy", "size [B]", "time [us]"})
        CHECK(svg.find(text) != std::string::npos);
    CHECK(svg.find("launch") == std::string::npos);
    CHECK(self_svg({}).find("<svg") != std::string::npos);
}
