// Gravity of tasuki.h.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "c/context.hpp"
#include "graphs/nbody/simulation.hpp"
#include "interface/bodies.hpp"

using namespace tasuki;

int tasuki_accelerations(tasuki_context* context, size_t n, const double* x,
                         const double* m, double eps, int precision, double* a,
                         double* potential) {
    using graphs::nbody::Precision;
    return c::attempt([&] {
        auto& owner = c::given(context, "context");
        const auto kind =
            c::chosen<Precision>("precision", precision,
                                 {{TASUKI_DOUBLE, "double", Precision::double_},
                                  {TASUKI_SINGLE, "single", Precision::single},
                                  {TASUKI_MIXED, "mixed", Precision::mixed}});
        constexpr size_t most = std::numeric_limits<std::int32_t>::max();
        if (n < 1 || n > most)
            throw runtime::UsageError(
                fmt::format("n: expected 1 to {}, found {}", most, n));
        const auto bodies = interface::bodies_of({&c::given(x, "x"), 3 * n},
                                                 {&c::given(m, "m"), n});
        auto* to = &c::given(a, "a");
        const std::lock_guard lock{owner.mutex};
        graphs::nbody::Simulation simulation{
            owner.context,
            bodies,
            {.precision = kind,
             .eps = eps,
             .share = graphs::Share::parse(owner.placement)}};
        // First, so that one pass over all pairs gives both.
        if (potential != nullptr) *potential = simulation.sums().potential;
        for (const auto& of_body : simulation.accelerations())
            to = std::ranges::copy(of_body, to).out;
    });
}
