// D by StarPU's own calls on several ranks: equal to the reference.
#include <doctest/doctest.h>

#include "peers/bare/operator.hpp"
#include "tests/peers/ranks_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::wilson::Placement;
using Name = Placement::Name;

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
