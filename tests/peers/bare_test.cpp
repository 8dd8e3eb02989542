// D by StarPU's own calls: equal to the reference, and to our task graph.
#include <doctest/doctest.h>

#include "peers/bare/operator.hpp"
#include "tests/peers/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::wilson::OperatorOptions, graphs::wilson::Placement;
using runtime::Worker;
using Name = Placement::Name;

template <class T, int kLinkReals>
lattice::SpinorField apply_bare(const Problem& problem,
                                const lattice::Extents& grid,
                                const OperatorOptions& options, int times = 1) {
    return apply_peer<peers::bare::WilsonOperator<T, kLinkReals>,
                      peers::bare::BlockField<T>>(
        context(), problem, {problem.extents, grid}, options, times);
}

/// All that this machine has the workers for.
std::vector<Placement> placements() {
    if (context().count(Worker::Kind::gpu) > 0)
        return {Name::cpu,          Name::dynamic, Name::gpu,
                Name::host_t_minus, Name::host_t,  Name::host_all};
    test::skip_part("placements on a GPU: none is here");
    return {Name::cpu, Name::dynamic};
}

}  // namespace

TEST_CASE("bare D equals its reference, and the bits of the graph") {
    const Problem problem;
    for (const Placement placement : placements()) {
        CAPTURE(placement.to_string());
        const OperatorOptions options{kKappa, kBcT, placement};
        for (const auto& grid : grids()) {
            CAPTURE(lattice::to_string(grid));
            CHECK(problem.error(apply_bare<double, 18>(
                      problem, grid, options)) < kTolerance<double>);
            if (placement.name() != Name::cpu) continue;
            // Several applications under way.
            CHECK(largest_difference(
                      apply_bare<double, 18>(problem, grid, options, 5),
                      apply<double, 18>(problem.u, problem.psi, grid, options,
                                        5)) == 0);
        }
        CHECK(problem.error(apply_bare<float, 12>(
                  problem, {{1, 2, 1, 2}}, options)) < kTolerance<float>);
    }
}
