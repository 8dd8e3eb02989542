// sweep_cpu() for one number type, TASUKI_SWEEP_TYPE.  Highway compiles this
// file once for every SIMD width.
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/hopping/cpu-inl.hpp"
// clang-format on
#include "runtime/team.hpp"

TASUKI_TARGET_BEGIN

void sweep_18(const Sweep& sweep, const SweepFields<TASUKI_SWEEP_TYPE>& fields,
              std::size_t begin, std::size_t end) {
    sweep_range<TASUKI_SWEEP_TYPE, 18>(sweep, fields, begin, end);
}
void sweep_12(const Sweep& sweep, const SweepFields<TASUKI_SWEEP_TYPE>& fields,
              std::size_t begin, std::size_t end) {
    sweep_range<TASUKI_SWEEP_TYPE, 12>(sweep, fields, begin, end);
}
void sweep_8(const Sweep& sweep, const SweepFields<TASUKI_SWEEP_TYPE>& fields,
             std::size_t begin, std::size_t end) {
    sweep_range<TASUKI_SWEEP_TYPE, 8>(sweep, fields, begin, end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(sweep_18);
HWY_EXPORT(sweep_12);
HWY_EXPORT(sweep_8);

template <class T, int kLinkReals>
void sweep_cpu(const Sweep& sweep, const SweepFields<T>& fields) noexcept {
    runtime::parallel_ranges(
        cpu_units(sweep.geometry), 1, [&](std::size_t begin, std::size_t end) {
            if constexpr (kLinkReals == 18)
                HWY_DYNAMIC_DISPATCH(sweep_18)(sweep, fields, begin, end);
            else if constexpr (kLinkReals == 12)
                HWY_DYNAMIC_DISPATCH(sweep_12)(sweep, fields, begin, end);
            else
                HWY_DYNAMIC_DISPATCH(sweep_8)(sweep, fields, begin, end);
        });
}

template void sweep_cpu<TASUKI_SWEEP_TYPE, 18>(
    const Sweep&, const SweepFields<TASUKI_SWEEP_TYPE>&) noexcept;
template void sweep_cpu<TASUKI_SWEEP_TYPE, 12>(
    const Sweep&, const SweepFields<TASUKI_SWEEP_TYPE>&) noexcept;
template void sweep_cpu<TASUKI_SWEEP_TYPE, 8>(
    const Sweep&, const SweepFields<TASUKI_SWEEP_TYPE>&) noexcept;

}  // namespace tasuki::wilson
#endif
