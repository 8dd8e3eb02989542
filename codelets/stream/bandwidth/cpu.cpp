// The triad on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/stream/bandwidth/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/cache_control.h>
#include <hwy/highway.h>
// clang-format on

#include <chrono>

#include "codelets/stream/bandwidth/bandwidth.hpp"
#include "runtime/core/team.hpp"

HWY_BEFORE_NAMESPACE();
namespace tasuki::stream::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void fill(const bandwidth::Fields& f, std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i) f.b[i] = f.c[i] = bandwidth::value_at(i);
}

/// begin and end are multiples of a cache line.
void triad(const bandwidth::Fields& f, std::size_t begin, std::size_t end) {
    const hn::ScalableTag<double> d;
    const auto s = hn::Set(d, 0.5);
    for (auto i = begin; i < end; i += hn::Lanes(d))
        hn::Stream(hn::MulAdd(s, hn::Load(d, f.c + i), hn::Load(d, f.b + i)), d,
                   f.a + i);
    hwy::FlushStream();
}

}  // namespace tasuki::stream::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tasuki::stream {

HWY_EXPORT(fill);
HWY_EXPORT(triad);

namespace bandwidth {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t line = 8;
    const std::size_t size = args.size / line * line;
    runtime::parallel_ranges(args.size, line,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(fill)(fields, begin, end);
                             });
    for (int r = 0; r < args.repetitions; ++r) {
        const auto start = Clock::now();
        runtime::parallel_ranges(
            size, line, [&](std::size_t begin, std::size_t end) {
                HWY_DYNAMIC_DISPATCH(triad)(fields, begin, end);
            });
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        args.bytes_per_second[r] =
            3.0 * sizeof(double) * static_cast<double>(size) / elapsed.count();
    }
}

}  // namespace bandwidth
}  // namespace tasuki::stream
#endif
