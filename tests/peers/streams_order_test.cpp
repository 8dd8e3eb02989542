// What is queued on streams is in order, whichever of them is late: on imitated
// GPUs, one and several.
#include <doctest/doctest.h>

#include "peers/streams/operator.hpp"
#include "tests/peers/imitated_gpus.hpp"
#include "tests/peers/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::wilson::OperatorOptions, graphs::wilson::Placement;
using Name = Placement::Name;
using peers::streams::BlockField, peers::streams::Machine;
using peers::streams::WilsonOperator;

/// Small: it is computed some thousand times.
const lattice::Extents kExtents{{4, 8, 4, 8}};

std::vector<int> first(int gpus) {
    std::vector<int> devices(gpus);
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
}

double norm(const lattice::SpinorField& psi) {
    return largest_difference(psi, lattice::SpinorField{psi.extents});
}

/// Two orders for each cut and placement, no two of them the same.
template <class Body>
void for_all_orders(const Body& body) {
    std::uint64_t seed = 0;
    for (const int gpus : {1, 2, 3})
        for (const Name name :
             {Name::gpu, Name::host_t_minus, Name::host_t, Name::host_all})
            for (const lattice::Extents& grid :
                 {lattice::Extents{{1, 1, 1, 1}},
                  lattice::Extents{{1, 1, 1, 2}},
                  lattice::Extents{{1, 4, 1, 2}},
                  lattice::Extents{{2, 2, 2, 2}}})
                for (const int order : {1, 2}) {
                    ++seed;
                    CAPTURE(gpus);
                    CAPTURE(Placement{name}.to_string());
                    CAPTURE(lattice::to_string(grid));
                    CAPTURE(order);
                    CAPTURE(seed);
                    imitate_gpus(gpus, seed);
                    body(gpus, Placement{name}, grid);
                    CHECK(broken_rules() == 0);
                }
}

}  // namespace

TEST_CASE("D on streams, each on the result of the last, in any order") {
    const Problem problem{kExtents};
    constexpr int times = 3;
    const auto expected = apply_reference(problem, times);
    for_all_orders(
        [&](int gpus, Placement placement, const lattice::Extents& grid) {
            Machine machine{first(gpus), {}};
            const auto found =
                apply_peer<WilsonOperator<double, 18>, BlockField<double>>(
                    machine, problem, {problem.extents, grid},
                    {kKappa, kBcT, placement}, times);
            CHECK(largest_difference(found, expected) < 1e-13 * norm(expected));
        });
}

TEST_CASE("fields that are used again while they are read, in any order") {
    const Problem problem{kExtents};
    const auto once = apply_reference(problem, 1);
    const auto twice = apply_reference(problem, 2);
    for_all_orders(
        [&](int gpus, Placement placement, const lattice::Extents& grid) {
            Machine machine{first(gpus), {}};
            const graphs::wilson::Decomposition d{problem.extents, grid};
            WilsonOperator<double, 18> op{
                machine, d, problem.u, {kKappa, kBcT, placement}};
            BlockField<double> in{machine, d}, x{machine, d}, y{machine, d};
            in.write(problem.psi);
            for (int k = 0; k < 3; ++k) {
                op.submit_apply(in, x);
                op.submit_apply(x, y);
                op.submit_apply(in, x);
            }
            CHECK(largest_difference(x.read(), once) < 1e-14 * norm(once));
            CHECK(largest_difference(y.read(), twice) < 1e-14 * norm(twice));
        });
}
