// grain on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/stream/grain/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>
// clang-format on

#include <bit>

#include "codelets/device/unroll.hpp"
#include "codelets/stream/grain/grain.hpp"

HWY_BEFORE_NAMESPACE();
namespace tasuki::stream::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using grain::kChains;

double grain_chains(double start, int iterations) {
    const hn::ScalableTag<double> d;
    const auto a = hn::Set(d, grain::kFactor), b = hn::Set(d, grain::kTerm);
    hn::Vec<decltype(d)> x[kChains];
    TASUKI_UNROLL(8)
    for (int k = 0; k < kChains; ++k)
        x[k] = hn::Set(d, start + grain::kBetween * k);
    for (int n = 0; n < iterations; ++n) {
        TASUKI_UNROLL(8)
        for (int k = 0; k < kChains; ++k) x[k] = hn::MulAdd(x[k], a, b);
    }
    auto total = hn::Zero(d);
    TASUKI_UNROLL(8)
    for (int k = 0; k < kChains; ++k) total = hn::Add(total, x[k]);
    return hn::GetLane(total);
}

}  // namespace tasuki::stream::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tasuki::stream {

HWY_EXPORT(grain_chains);

namespace grain {

std::uint64_t compute(std::uint64_t seed, int iterations) noexcept {
    const double end =
        HWY_DYNAMIC_DISPATCH(grain_chains)(start_of(seed), iterations);
    return mix(seed ^ std::bit_cast<std::uint64_t>(end));
}

}  // namespace grain
}  // namespace tasuki::stream
#endif
