// Partial sums of blocks, joined over blocks and ranks.
#include <doctest/doctest.h>

#include "codelets/lattice/random.hpp"
#include "codelets/linalg/join/join.hpp"
#include "tests/codelets/backends.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using linalg::kPartials;
namespace join = linalg::join;

constexpr int kSums = 3;

/// Parts of a block, of different sizes: their sum depends on the order.
std::vector<double> parts_of(int block) {
    std::vector<double> parts(kSums * kPartials);
    for (std::size_t k = 0; k < parts.size(); ++k)
        parts[k] = lattice::RandomStream{7, lattice::Purpose::source,
                                         k + block * parts.size()}
                       .gaussian()
                       .real();
    return parts;
}

/// The parts of a lattice whose blocks are dealt to so many ranks in turn, on
/// the last of them.
std::vector<double> joined(int blocks, int ranks, runtime::Where where) {
    std::vector<runtime::Array<double>> partials, sums;
    for (int b = 0; b < blocks; ++b) partials.push_back(array_of(parts_of(b)));
    for (int r = 0; r < ranks; ++r) {
        auto& own = sums.emplace_back(context(), kSums * blocks, 0.0);
        for (int first = r; first < blocks;) {
            join::BlocksArgs args{.blocks = blocks, .block = {}};
            runtime::List<runtime::Read<double>> given;
            for (int k = 0; k < join::kMost && first < blocks;
                 ++k, first += ranks) {
                args.block[k] = first;
                given.add(partials[first]);
            }
            runtime::submit<join::Blocks>(context(), args, {.where = where},
                                          own, given);
        }
    }
    // As LatticeSums exchanges them.
    const auto sides_of = [&](int r, int step) {
        runtime::List<runtime::Read<double>> sides;
        sides.add(sums[r]);
        if (ranks > 1) sides.add(sums[(r + ranks - step) % ranks]);
        return sides;
    };
    int step = 1;
    for (; 2 * step < ranks; step *= 2) {
        std::vector<runtime::Array<double>> both;
        for (int r = 0; r < ranks; ++r) {
            both.emplace_back(context(), kSums * blocks, 1e9);
            auto sides = sides_of(r, step);
            runtime::submit<join::Both>(context(), {}, {.where = where},
                                        both.back(), sides);
        }
        sums = std::move(both);
    }
    runtime::Array<double> all{context(), kSums * kPartials, 1e9};
    auto sides = sides_of(ranks - 1, step);
    runtime::submit<join::Parts>(context(), {blocks}, {.where = where}, all,
                                 sides);
    return values_of(all);
}

}  // namespace

TEST_CASE("sums of blocks are those of the lattice, however they are dealt") {
    for (const auto where : backends())
        for (const int blocks : {2, 16, 40, 300}) {
            CAPTURE(name_of(where));
            CAPTURE(blocks);
            const auto one = joined(blocks, 1, where);
            for (int s = 0; s < kSums; ++s) {
                double expected = 0, found = 0;
                for (int b = 0; b < blocks; ++b) {
                    const auto parts = parts_of(b);
                    for (int p = 0; p < kPartials; ++p)
                        expected += parts[s * kPartials + p];
                }
                for (int p = 0; p < kPartials; ++p)
                    found += one[s * kPartials + p];
                // As many additions of numbers of size 1.
                CHECK(std::abs(found - expected) <
                      1e-15 * blocks * kPartials * 10);
            }
            CHECK(joined(blocks, 2, where) == one);
            CHECK(joined(blocks, 3, where) == one);
            CHECK(joined(blocks, 4, where) == one);
            if (blocks >= 40) CHECK(joined(blocks, 20, where) == one);
        }
}
