// What the tests of the peers on the ranks of mpirun share.  Every rank runs
// the same cases and asks all whether they passed, so that none waits for one
// that has given up; started alone, they are tests of one rank.
#pragma once

#include "codelets/lattice/largest.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/peers/support.hpp"

namespace tasuki::tests {

/// Small: it is computed some thousand times.
inline constexpr lattice::Extents kRanksExtents{{4, 8, 4, 8}};

struct RankCase {
    lattice::Extents ranks, blocks;
};

/// For as many ranks as run: one block each, several, and faces of a rank that
/// lead to itself beside those that leave it.
inline std::vector<RankCase> rank_cases() {
    switch (runtime::mpi_ranks().size()) {
        case 1:
            return {{{{1, 1, 1, 1}}, {{1, 2, 1, 2}}}};
        case 2:
            return {{{{1, 1, 1, 2}}, {{1, 1, 1, 2}}},
                    {{{2, 1, 1, 1}}, {{2, 2, 1, 2}}},
                    {{{1, 1, 1, 2}}, {{1, 2, 1, 4}}}};
        default:
            return {{{{1, 1, 1, 4}}, {{1, 1, 1, 4}}},
                    {{{1, 1, 2, 2}}, {{1, 1, 2, 2}}},
                    {{{2, 2, 1, 1}}, {{2, 4, 1, 2}}}};
    }
}

inline graphs::wilson::Decomposition decompose(const Problem& problem,
                                               const RankCase& c) {
    return {problem.extents, c.blocks, {c.ranks, runtime::mpi_ranks().rank()}};
}

/// Of the parts that the ranks found, over the largest component expected.
inline double ranks_error(const lattice::SpinorField& found,
                          const lattice::SpinorField& expected) {
    lattice::Largest worst, largest;
    for (std::size_t n = 0; n < found.sites.size(); ++n)
        for (int k = 0; k < 12; ++k)
            worst.add(std::abs(found.sites[n][k] -
                               expected.at(found.region.site(n))[k]));
    for (const auto& site : expected.sites)
        for (const auto& component : site) largest.add(std::abs(component));
    return runtime::mpi_ranks().largest(worst.value()) / largest.value();
}

}  // namespace tasuki::tests
