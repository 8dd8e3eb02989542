// Bodies are cut as speeds say.
#include <doctest/doctest.h>

#include "graphs/cut.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"

using namespace tasuki;
using graphs::Block;
using graphs::cut_by_speed;
using graphs::imbalance;
using graphs::Share;
using graphs::Speed;
using tasuki::test::close;
using Kind = runtime::Worker::Kind;

TEST_CASE("blocks are as large as their workers are fast, without a gap") {
    const std::vector<Speed> speeds{{0, 1, Kind::gpu, 45e9},
                                    {0, 0, Kind::cpu, 1e9},
                                    {1, 1, Kind::gpu, 45e9},
                                    {1, 0, Kind::cpu, 1e-3}};
    for (const std::size_t n : {0, 1, 2, 100, 65536, 1000003}) {
        CAPTURE(n);
        const auto blocks = cut_by_speed(n, speeds);
        std::size_t at = 0;
        for (const Block& block : blocks) {
            CHECK(block.begin == at);
            CHECK(block.size() > 0);
            at = block.end;
        }
        CHECK(at == n);
    }
    const auto blocks = cut_by_speed(1000003, speeds);
    REQUIRE(blocks.size() == 3);
    CHECK(blocks[1].kind == Kind::cpu);
    CHECK(close(static_cast<double>(blocks[1].size()), 1000003 / 91.0, 0.01));
    CHECK(close(imbalance(blocks, speeds), 1, 0.01));
}

TEST_CASE("blocks begin at multiples of a grain, and none is left out") {
    const std::vector<Speed> speeds{
        {0, 0, Kind::cpu, 1}, {1, 0, Kind::cpu, 2}, {2, 0, Kind::cpu, 3}};
    for (const std::size_t n : {0, 1, 64, 65, 100, 1003, 65536}) {
        CAPTURE(n);
        std::size_t at = 0;
        for (const Block& block : cut_by_speed(n, speeds, 64)) {
            CHECK(block.begin == at);
            CHECK(block.begin % 64 == 0);
            CHECK(block.size() > 0);
            at = block.end;
        }
        CHECK(at == n);
    }
}

TEST_CASE("imbalance is the time lost") {
    const std::vector<Block> blocks{{0, 0, Kind::cpu, 0, 500},
                                    {0, 1, Kind::gpu, 500, 1000}};
    const std::vector<Speed> speeds{{0, 0, Kind::cpu, 1}, {0, 1, Kind::gpu, 3}};
    // 500 at speed 1 instead of 1000 at speed 4.
    CHECK(close(imbalance(blocks, speeds), 2, 1e-15));
}

TEST_CASE("shares are read as they are written") {
    for (const char* text :
         {"gpu", "cpu", "dynamic", "split:0.25", "split:auto"})
        CHECK(Share::parse(text).to_string() == text);
    for (const char* text :
         {"", "host-t", "split", "split:", "split:2", "split:0.5x", "GPU"})
        CHECK_THROWS_AS(Share::parse(text), runtime::UsageError);
}
