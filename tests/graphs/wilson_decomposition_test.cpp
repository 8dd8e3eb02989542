// Blocks among ranks.
#include <doctest/doctest.h>

#include <numeric>
#include <string>

#include "graphs/wilson/decomposition.hpp"
#include "runtime/core/error.hpp"
#include "tests/refusal.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::Decomposition, graphs::wilson::RankGrid;

const lattice::Extents kWhole{{8, 8, 8, 16}}, kBlockGrid{{2, 1, 2, 4}};

}  // namespace

TEST_CASE("every block has one owner, and every rank the same number") {
    const lattice::Extents ranks{{2, 1, 1, 2}};
    std::vector<int> owned(16);
    for (int rank = 0; rank < 4; ++rank) {
        const Decomposition d{kWhole, kBlockGrid, RankGrid{ranks, rank}};
        REQUIRE(d.local_blocks().size() == 4);
        for (const int b : d.local_blocks()) {
            CHECK(d.owner(b) == rank);
            CHECK(d.local_blocks()[d.local_index(b)] == b);
            ++owned[b];
        }
    }
    CHECK(owned == std::vector<int>(16, 1));
}

TEST_CASE("a rank's region has the sites of its blocks, no others") {
    for (int rank = 0; rank < 4; ++rank) {
        const Decomposition d{
            kWhole, kBlockGrid, {lattice::Extents{{2, 1, 1, 2}}, rank}};
        const auto region = d.local_region();
        CHECK(region.volume() == kWhole.volume() / 4);
        for (std::size_t n = 0; n < kWhole.volume(); ++n) {
            const auto site = kWhole.coordinates(n);
            CHECK(region.contains(site) == d.is_local(d.block_of(site)));
        }
    }
}

TEST_CASE("a site is in the block whose origin is before it") {
    const Decomposition d{kWhole, kBlockGrid};
    for (int b = 0; b < d.blocks(); ++b) {
        auto site = d.origin(b);
        CHECK(d.block_of(site) == b);
        for (int mu = 0; mu < 4; ++mu) site[mu] += d.block()[mu] - 1;
        CHECK(d.block_of(site) == b);
    }
}

TEST_CASE("ranks that do not divide the blocks are refused") {
    CHECK_THROWS_AS(
        (Decomposition{
            kWhole, kBlockGrid, {lattice::Extents{{1, 2, 1, 1}}, 0}}),
        runtime::UsageError);
}

TEST_CASE("there is a block at least in every direction") {
    for (const int none : {0, -1})
        CHECK_REFUSAL((Decomposition{kWhole, {{1, 1, none, 1}}}), "direction Z",
                      std::to_string(none));
}
