// Messages between streams of several ranks: right in any order, on imitated
// GPUs.
#include <doctest/doctest.h>

#include "peers/streams/operator.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/peers/imitated_gpus.hpp"
#include "tests/peers/ranks_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::wilson::Placement;
using Name = Placement::Name;
using peers::streams::BlockField, peers::streams::Machine;
using peers::streams::WilsonOperator;

/// Calls body(machine, decomposition, placement) on every rank, whose GPUs take
/// orders of their own: two for each cut and placement, no two the same.
template <class Body>
void for_all_orders(const Problem& problem, const Body& body) {
    const int rank = runtime::mpi_ranks().rank();
    std::uint64_t seed = 0;
    for (const int gpus : {1, 2})
        for (const Name name :
             {Name::gpu, Name::host_t_minus, Name::host_t, Name::host_all})
            for (const RankCase& c : rank_cases())
                for (const int order : {1, 2}) {
                    ++seed;
                    CAPTURE(gpus);
                    CAPTURE(Placement{name}.to_string());
                    CAPTURE(lattice::to_string(c.ranks));
                    CAPTURE(lattice::to_string(c.blocks));
                    CAPTURE(order);
                    CAPTURE(seed);
                    imitate_gpus(gpus, 100 * seed + rank);
                    std::vector<int> devices(gpus);
                    std::iota(devices.begin(), devices.end(), 0);
                    Machine machine{devices, {}};
                    body(machine, decompose(problem, c), Placement{name});
                    CHECK(broken_rules() == 0);
                }
}

}  // namespace

TEST_CASE("D by streams on ranks: each on the result of the last") {
    const Problem problem{kRanksExtents};
    constexpr int times = 3;
    const auto expected = apply_reference(problem, times);
    for_all_orders(
        problem, [&](Machine& machine, const graphs::wilson::Decomposition& d,
                     Placement placement) {
            const auto found =
                apply_peer<WilsonOperator<double, 18>, BlockField<double>>(
                    machine, problem, d, {kKappa, kBcT, placement}, times);
            CHECK(ranks_error(found, expected) < 1e-13);
        });
}

TEST_CASE(
    "streams on ranks: fields and messages used again while others are read") {
    const Problem problem{kRanksExtents};
    const auto once = apply_reference(problem, 1);
    const auto twice = apply_reference(problem, 2);
    for_all_orders(
        problem, [&](Machine& machine, const graphs::wilson::Decomposition& d,
                     Placement placement) {
            // Two operators in turns: their messages have the same names.
            WilsonOperator<double, 18> op{
                machine, d, problem.u, {kKappa, kBcT, placement}};
            WilsonOperator<double, 12> other{
                machine, d, problem.u, {kKappa, kBcT, placement}};
            BlockField<double> in{machine, d}, x{machine, d}, y{machine, d};
            in.write(problem.psi);
            for (int k = 0; k < 3; ++k) {
                op.submit_apply(in, x);
                other.submit_apply(x, y);
                op.submit_apply(in, x);
            }
            CHECK(ranks_error(x.read(), once) < 1e-14);
            CHECK(ranks_error(y.read(), twice) < 1e-14);
        });
}
