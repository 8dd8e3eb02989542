// The experiments of `bench self` on imitated GPUs: who sends what to whom, and
// that a wrong byte is found.
#include "peers/self/self.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/imitated/self_kernels.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::peers::self;
using peers::self::test::break_self, peers::self::test::Fault;

struct Heard {
    Setting setting;
    std::vector<Row> rows;
    std::vector<LeftOut> left_out;

    bool leaves_out(const std::string& rows_of) const {
        return std::ranges::count(left_out, rows_of, &LeftOut::rows) > 0;
    }
    std::size_t count(const std::string& experiment,
                      const std::string& way) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(rows, [&](const Row& row) {
                return row.experiment == experiment && row.way == way;
            }));
    }
};

Heard hear(std::vector<std::string> experiments,
           std::vector<std::string> ways = way_names()) {
    Heard heard;
    measure({.experiments = std::move(experiments),
             .ways = std::move(ways),
             .attributes = {4, 132},
             .kernels = {8, 260},
             .messages = {12, 100'000},
             .repetitions = 2},
            runtime::mpi_ranks(),
            {.begin = [&](const Setting& its) { heard.setting = its; },
             .row = [&](const Row& row) { heard.rows.push_back(row); },
             .left_out =
                 [&](const LeftOut& its) { heard.left_out.push_back(its); }});
    return heard;
}

bool is_alone() {
    return !runtime::mpi_ranks().several();
}

}  // namespace

TEST_CASE("bench self on ranks: every experiment has its rows") {
    const auto heard = hear(experiment_names());
    CHECK(heard.setting.ranks == runtime::mpi_ranks().size());
    CHECK(heard.setting.gpus.size() == 2);
    if (runtime::mpi_ranks().is_first()) {
        CHECK(heard.count("launch", "host") == 1);
        CHECK(heard.count("launch", "host-seen") == 1);
        CHECK(heard.count("attribute", "ring") == 2);
        CHECK(heard.leaves_out("launch from a kernel"));
    }
    CHECK(heard.count("kernels", "poll") == 2);
    CHECK(heard.count("kernels", "exchange") == 2);
    for (const char* way : {"self", "copy", "copy-alone"})
        CHECK(heard.count("ping-pong", way) == 2);
    for (const char* way : {"mpi-host", "mpi"}) {
        CHECK(heard.count("ping-pong", way) == (is_alone() ? 0 : 2));
        CHECK(heard.leaves_out(std::string{"ping-pong by "} + way) ==
              is_alone());
    }
    CHECK(heard.leaves_out("ping-pong by nccl"));
    for (const Row& row : heard.rows) {
        CAPTURE(row.experiment);
        CAPTURE(row.way);
        CAPTURE(row.bytes);
        CHECK(row.seconds.size() == 2);
        CHECK(std::ranges::min(row.seconds) > 0);
        CHECK((row.blocks > 0) == (row.way == "self" || row.way == "ring" ||
                                   row.experiment == "kernels"));
    }
}

TEST_CASE("bench self on ranks: what is not sent right is found") {
    for (const auto& [fault, experiment] :
         {std::pair{Fault::last_word, "ping-pong"},
          {Fault::flag_first, "ping-pong"},
          {Fault::last_word, "kernels"}}) {
        CAPTURE(experiment);
        break_self(fault);
        CHECK_THROWS_AS(hear({experiment}, {"self"}), runtime::FaultError);
    }
    if (is_alone()) {  // or the other rank would wait
        break_self(Fault::attribute);
        CHECK_THROWS_AS(hear({"attribute"}), runtime::FaultError);
    }
    break_self(Fault::none);
    CHECK(hear({"kernels"}).rows.size() == 4);
}

TEST_CASE("bench self: of GPUs that lend no memory, MPI is left") {
    // imitated_self_apart: as in a container that forbids it.
    if (std::getenv("TASUKI_IMITATED_LENDS") == nullptr)
        return tasuki::test::skip("GPUs lend their memory here");
    const auto heard = hear({"kernels", "ping-pong"});
    CHECK(heard.rows.size() == 4);
    CHECK(heard.count("ping-pong", "mpi-host") == 2);
    CHECK(heard.count("ping-pong", "mpi") == 2);
    CHECK(heard.leaves_out("kernels"));
    for (const char* way : {"self", "copy", "copy-alone", "nccl"})
        CHECK(heard.leaves_out(std::string{"ping-pong by "} + way));
}

TEST_CASE("bench self: GPU memory for the largest message has to be there") {
    CHECK_THROWS_AS(measure({.experiments = {"ping-pong"},
                             .ways = {"self"},
                             .attributes = {},
                             .kernels = {},
                             .messages = {1 << 29},
                             .repetitions = 1},
                            runtime::mpi_ranks(),
                            {[](auto&) {}, [](auto&) {}, [](auto&) {}}),
                    runtime::UnavailableError);
}
