// fma on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/stream/fma/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>
// clang-format on

#include <atomic>
#include <chrono>

#include "codelets/device/unroll.hpp"
#include "codelets/stream/fma/fma.hpp"
#include "runtime/core/team.hpp"

HWY_BEFORE_NAMESPACE();
namespace tasuki::stream::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Chains: two units of a latency of four or five.
constexpr int kChains = 12;

/// @return operations done; `sum` is what they gave
template <class T>
double chains(T factor, T term, int steps, double& sum) {
    const hn::ScalableTag<T> d;
    const auto a = hn::Set(d, factor), b = hn::Set(d, term);
    hn::Vec<decltype(d)> x[kChains];
    TASUKI_UNROLL(12)
    for (int k = 0; k < kChains; ++k)
        x[k] = hn::Set(d, T(1) + T(0.01) * static_cast<T>(k));
    for (int step = 0; step < steps; ++step) {
        TASUKI_UNROLL(12)
        for (int k = 0; k < kChains; ++k) x[k] = hn::MulAdd(x[k], a, b);
    }
    auto total = hn::Zero(d);
    TASUKI_UNROLL(12)
    for (int k = 0; k < kChains; ++k) total = hn::Add(total, x[k]);
    sum += hn::GetLane(total);
    return 2.0 * kChains * static_cast<double>(hn::Lanes(d)) * steps;
}

double chains_single(double factor, double term, int steps, double& sum) {
    return chains(static_cast<float>(factor), static_cast<float>(term), steps,
                  sum);
}
double chains_double(double factor, double term, int steps, double& sum) {
    return chains(factor, term, steps, sum);
}

}  // namespace tasuki::stream::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tasuki::stream {

HWY_EXPORT(chains_single);
HWY_EXPORT(chains_double);

namespace fma {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    using Clock = std::chrono::steady_clock;
    constexpr int steps = 1'000'000;
    const auto threads = static_cast<std::size_t>(runtime::team_size());
    std::atomic<double> results{0};
    for (int r = 0; r < args.repetitions; ++r) {
        std::atomic<double> flops{0};
        const auto start = Clock::now();
        runtime::parallel_ranges(threads, 1, [&](std::size_t, std::size_t) {
            double sum = 0;
            flops += args.double_precision
                         ? HWY_DYNAMIC_DISPATCH(chains_double)(
                               args.factor, args.term, steps, sum)
                         : HWY_DYNAMIC_DISPATCH(chains_single)(
                               args.factor, args.term, steps, sum);
            results += sum;
        });
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        args.flops_per_second[r] = flops / elapsed.count();
    }
    fields.results[0] = results;
}

}  // namespace fma
}  // namespace tasuki::stream
#endif
