// D by StarPU's own calls on several ranks: equal to the reference.  Every rank
// runs the same cases and asks all whether they passed, so that none waits for
// one that has given up; started alone, this is a test of one rank.
#include <doctest/doctest.h>

#include "codelets/lattice/largest.hpp"
#include "peers/bare/operator.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/peers/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::wilson::Placement;
using Name = Placement::Name;

/// Small: it is computed often.
constexpr lattice::Extents kRanksExtents{{4, 8, 4, 8}};

struct RankCase {
    lattice::Extents ranks, blocks;
};

/// For as many ranks as run: one block each, several, and faces of a rank that
/// lead to itself beside those that leave it.
std::vector<RankCase> rank_cases() {
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

graphs::wilson::Decomposition decompose(const Problem& problem,
                                        const RankCase& c) {
    return {problem.extents, c.blocks, {c.ranks, runtime::mpi_ranks().rank()}};
}

/// Of the parts that the ranks found, over the largest component expected.
double ranks_error(const lattice::SpinorField& found,
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

std::vector<Placement> placements_of_ranks() {
    if (context().count(runtime::Worker::Kind::gpu) > 0)
        return {Name::cpu, Name::dynamic, Name::gpu, Name::host_t_minus};
    return {Name::cpu, Name::dynamic};
}

template <class T, int kLinkReals>
double error_after(int times, const RankCase& c, Placement placement) {
    const Problem problem{kRanksExtents};
    const auto found = apply_peer<peers::bare::WilsonOperator<T, kLinkReals>,
                                  peers::bare::BlockField<T>>(
        context(), problem, decompose(problem, c), {kKappa, kBcT, placement},
        times);
    return ranks_error(found, apply_reference(problem, times));
}

}  // namespace

TEST_CASE("bare D on ranks: each on the result of the last") {
    for (const RankCase& c : rank_cases())
        for (const Placement placement : placements_of_ranks()) {
            CAPTURE(lattice::to_string(c.ranks));
            CAPTURE(lattice::to_string(c.blocks));
            CAPTURE(placement.to_string());
            CHECK(error_after<double, 18>(1, c, placement) <
                  kTolerance<double>);
            CHECK(error_after<double, 18>(7, c, placement) < 1e-13);
            CHECK(error_after<float, 12>(2, c, placement) <
                  2 * kTolerance<float>);
        }
}
