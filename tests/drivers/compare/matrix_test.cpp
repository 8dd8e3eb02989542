// Lists in, cells out; and every list that is none.
#include "drivers/compare/matrix.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/patterns.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::drivers::compare;
using Words = std::vector<std::string>;

namespace {

constexpr std::size_t kLattices = 0, kPrecisions = 1, kReconstruct = 2;

Axes small() {
    return {{"4x4x4x{8,16}", "single,double", "18"},
            "1",
            "0",
            "auto",
            "lws,eager",
            "cpu,dynamic"};
}

/// small() with one axis changed.
Axes with(std::string Axes::*axis, const std::string& value) {
    auto axes = small();
    axes.*axis = value;
    return axes;
}
Axes with(std::size_t axis, const std::string& value) {
    auto axes = small();
    axes.problem[axis] = value;
    return axes;
}

Matrix make(const Axes& axes) {
    return make_matrix(wilson_subject(), axes);
}

}  // namespace

TEST_CASE("a pattern stands for its words, each once and in order") {
    const auto expand = [](const char* text) {
        return expand_patterns(text, "--x");
    };
    CHECK(expand("a") == Words{"a"});
    CHECK(expand("b,a,b") == Words{"b", "a"});
    CHECK(expand("{16..128}") == Words{"16", "32", "64", "128"});
    CHECK(expand("16..32") == Words{"16", "32"});
    CHECK(expand("{8..8}") == Words{"8"});
    CHECK(expand("4x{8,6}") == Words{"4x8", "4x6"});
    CHECK(expand("4x8..16x2,1") == Words{"4x8x2", "4x16x2", "1"});
    CHECK(expand("{1,2}x{4..8}") == Words{"1x4", "1x8", "2x4", "2x8"});
    CHECK(expand("{a,b}{a,b}") == Words{"aa", "ab", "ba", "bb"});
    CHECK(expand("1..2x1..2") == Words{"1x1", "1x2", "2x1", "2x2"});
}

TEST_CASE("what is no pattern is refused, with its option and what was found") {
    for (const char* text :
         {"",        ",",         "a,",      ",a",
          "a,,b",    "{",         "}",       "{a",
          "a}",      "{a,{b}}",   "}a{",     "{}",
          "{a,}",    "{3..16}",   "{4..12}", "{16..4}",
          "{4..}",   "{..4}",     "4..x",    "{-4..8}",
          "{4...8}", "{4..8,16}", "..",      "{4..99999999999}"}) {
        CAPTURE(text);
        CHECK_REFUSAL(expand_patterns(text, "--some"), "--some", "expected");
    }
}

TEST_CASE("every combination is a cell, placements of the same work together") {
    const auto matrix = make(small());
    CHECK(matrix.left_out.empty());
    REQUIRE(matrix.cells.size() == 2 * 2 * 2 * 2);
    std::set<std::string> keys;
    for (std::size_t k = 0; k < matrix.cells.size(); ++k) {
        keys.insert(key(matrix.cells[k]));
        auto cell = matrix.cells[k];
        CHECK(cell.placement == (k % 2 == 0 ? "cpu" : "dynamic"));
        cell.placement = matrix.cells[k ^ 1].placement;
        CHECK(cell == matrix.cells[k ^ 1]);
    }
    CHECK(keys.size() == matrix.cells.size());
    CHECK(std::ranges::is_sorted(matrix.cells, {},
                                 [](const Cell& c) { return c.size(); }));
}

TEST_CASE("cpu uses no GPU: it is one cell for all numbers of them") {
    const auto matrix = make(with(&Axes::gpus, "1,2"));
    CHECK(std::ranges::count_if(matrix.cells, [](const Cell& c) {
              return c.placement == "cpu" && c.gpus == 0;
          }) == 2 * 2 * 2);
    CHECK(std::ranges::count_if(matrix.cells, [](const Cell& c) {
              return c.placement == "dynamic" && c.gpus > 0;
          }) == 2 * 2 * 2 * 2);
}

TEST_CASE("a combination that cannot be is left out, and said") {
    const auto matrix = make(with(&Axes::blocks, "1x1x1x1,1x1x1x8"));
    // 8 blocks in T are odd where T is 8.
    CHECK(matrix.cells.size() == (2 + 1) * 2 * 2 * 2);
    REQUIRE(matrix.left_out.size() == 1);
    CHECK(matrix.left_out[0].find("4x4x4x8 ") != std::string::npos);
    CHECK(matrix.left_out[0].find("1x1x1x8") != std::string::npos);
    const auto ranks = make(with(&Axes::ranks, "1,8"));
    CHECK(ranks.cells.size() == (2 + 1) * 2 * 2 * 2);
    CHECK(ranks.left_out.size() == 1);
}

TEST_CASE("a value that no cell can have is refused, with its option") {
    const auto refused = [](auto axis, const char* option,
                            std::initializer_list<const char*> values) {
        for (const std::string value : values) {
            CAPTURE(option);
            CAPTURE(value);
            // The last word is the wrong one.
            CHECK_REFUSAL(make(with(axis, value)), option, "expected",
                          '\'' + value.substr(value.rfind(',') + 1) + '\'');
        }
    };
    refused(kLattices, "--lattices",
            {"4x4x4", "4x4x4x4x4", "4x4x4x0", "4x4x4x8192", "x", "3..8",
             "-4x4x4x4", "4x4x4x8,4x4"});
    refused(kPrecisions, "--precisions", {"half", "double,quad"});
    refused(kReconstruct, "--reconstruct", {"10", "18,9", "0", "x", "18.0"});
    refused(&Axes::ranks, "--ranks", {"0", "-1", "x", "1,2000", "1.5"});
    refused(&Axes::gpus, "--gpus", {"-1", "65", "one", "1 "});
    refused(&Axes::blocks, "--blocks", {"1x1x1", "0x1x1x1", "any", "auto,2"});
    refused(&Axes::policies, "--scheds", {"no-such-policy", "lws,LWS"});
    refused(&Axes::placements, "--placements", {"nowhere", "cpu,gpus"});
    CHECK_REFUSAL(make(with(&Axes::placements, "split:2")), "--placements",
                  "split:2");
    CHECK_REFUSAL(make(with(kLattices, "4x4x4x5")), "--lattices", "4x4x4x5",
                  "even");
    CHECK_REFUSAL(make(with(&Axes::blocks, "1x1x1x32")), "--blocks",
                  "fits none", "1x1x1x32");
    CHECK_REFUSAL(make(with(&Axes::ranks, "3")), "--ranks", "fits none");
    CHECK_REFUSAL(
        make(with(kLattices, "{2..4096}x{2..4096}x{2..4096}x{2..4096}")),
        "more than 20000 cells");
}

TEST_CASE("a fraction of the blocks on the CPU is a placement too") {
    const auto matrix =
        make(with(&Axes::placements, "split:{0.25,0.5},split:auto,gpu"));
    CHECK(matrix.cells.size() == 2 * 2 * 2 * 4);
    CHECK(key(matrix.cells[0]).ends_with("_split-0.25"));
    CHECK(before(matrix.cells[3], matrix.cells[0]));  // those with a name first
}

TEST_CASE("defaults depend on the machine, and what is asked stays") {
    for (const char* name : {"wilson", "solve", "nbody", "sht", "sphere"}) {
        CAPTURE(name);
        const auto& subject = find_subject(name);
        const auto cpu = with_defaults(subject, {}, 0);
        CHECK(cpu.placements == "cpu");
        CHECK(cpu.gpus == "0");
        CHECK_FALSE(make_matrix(subject, cpu).cells.empty());
        const auto gpu = with_defaults(subject, {}, 2);
        CHECK(gpu.gpus == "2");
        CHECK(gpu.placements.starts_with("gpu,"));
        const auto cells = make_matrix(subject, gpu).cells;
        REQUIRE_FALSE(cells.empty());
        CHECK(cell_from_json(subject, to_json(cells[0])) == cells[0]);
    }
    const auto& wilson = wilson_subject();
    CHECK(make(with_defaults(wilson, {}, 0)).cells.size() == 32);
    Axes asked;
    asked.problem = {"4x4x4x4", "", ""};
    asked.gpus = "1";
    CHECK(with_defaults(wilson, asked, 2).problem[kLattices] == "4x4x4x4");
    CHECK(with_defaults(wilson, asked, 2).gpus == "1");
    CHECK_REFUSAL(find_subject("gauge"), "wilson", "sphere", "'gauge'");
}

TEST_CASE("a cell is the command that a user would type") {
    Cell cell = make(small()).cells.front();
    CHECK(command_line(cell, 5) ==
          "tasuki wilson --gauge hot:1 --lattice 4x4x4x8 --precision single "
          "--reconstruct 18 --placement cpu --sched lws --gpus 0 "
          "--repetitions 5");
    CHECK(key(cell) == "4x4x4x8_single_r18_n1_g0_bauto_lws_cpu");
    cell.ranks = 4;
    cell.blocks = std::string{"1x1x1x4"};
    CHECK(command_line(cell, 5).starts_with("mpirun -np 4 tasuki wilson "));
    CHECK(command_line(cell, 5).ends_with(" --blocks 1x1x1x4"));
    CHECK(cell_from_json(wilson_subject(), to_json(cell)) == cell);
}
