// D on hand-written streams: equal to the reference, and to our task graph.
#include <doctest/doctest.h>

#include "runtime/core/devices.hpp"
#include "runtime/gpu/gpu.hpp"
#if defined(TASUKI_HAS_GPU)
#include "peers/streams/operator.hpp"
#endif
#include "tests/peers/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;

bool gpu_is_here() {
    if (runtime::gpu_devices().empty()) {
        test::skip("no GPU is here");
        return false;
    }
    // StarPU first, as in the drivers: it lets GPUs read each other's memory
    // too, and may take a second time for a refusal.
    context();
    return true;
}

#if defined(TASUKI_HAS_GPU)

using graphs::wilson::OperatorOptions, graphs::wilson::Placement;
using Name = Placement::Name;
using peers::streams::Machine;

const std::vector<Placement> kPlacements{Name::gpu, Name::host_t_minus,
                                         Name::host_t, Name::host_all};

/// The first `gpus` GPUs.
std::vector<int> first(int gpus) {
    std::vector<int> devices(gpus);
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
}

template <class T, int kLinkReals>
lattice::SpinorField apply_streams(Machine& machine, const Problem& problem,
                                   const lattice::Extents& grid,
                                   const OperatorOptions& options,
                                   int times = 1) {
    return apply_peer<peers::streams::WilsonOperator<T, kLinkReals>,
                      peers::streams::BlockField<T>>(
        machine, problem, {problem.extents, grid}, options, times);
}

#endif

}  // namespace

#if defined(TASUKI_HAS_GPU)

TEST_CASE("D on streams equals its reference, and the bits of the graph") {
    if (!gpu_is_here()) return;
    const Problem problem;
    const int here = static_cast<int>(runtime::gpu_devices().size());
    if (here == 1) test::skip_part("several GPUs: one is here");
    for (int gpus = 1; gpus <= here; ++gpus) {
        CAPTURE(gpus);
        Machine machine{first(gpus), {}};
        for (const Placement placement : kPlacements)
            for (const auto& grid : grids()) {
                CAPTURE(placement.to_string());
                CAPTURE(lattice::to_string(grid));
                const OperatorOptions options{kKappa, kBcT, placement};
                CHECK(problem.error(apply_streams<float, 12>(machine, problem,
                                                             grid, options)) <
                      kTolerance<float>);
                if (gpus < here) continue;
                // Odd: a buffer that is used too early would be seen in both
                // sets of the applications that are under way.
                const auto found = apply_streams<double, 18>(machine, problem,
                                                             grid, options, 21);
                const auto expected = apply<double, 18>(problem.u, problem.psi,
                                                        grid, options, 21);
                CHECK(largest_difference(found, expected) == 0);
            }
    }
}

#else

TEST_CASE("D on streams") {
    gpu_is_here();
}

#endif
