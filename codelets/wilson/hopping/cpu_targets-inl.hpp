// forms::sweep_cpu() for one number type, TASUKI_SWEEP_TYPE, and one form of
// the links, TASUKI_SWEEP_REALS.  Highway compiles this file once for every
// SIMD width, and each of them takes ten seconds: hence a source for each form.
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/hopping/cpu-inl.hpp"
// clang-format on
#include "codelets/wilson/hopping/forms.hpp"
#include "runtime/core/team.hpp"

TASUKI_TARGET_BEGIN

static void sweep(const Sweep& what,
                  const SweepFields<TASUKI_SWEEP_TYPE>& fields,
                  std::size_t begin, std::size_t end) {
    sweep_range<TASUKI_SWEEP_TYPE, TASUKI_SWEEP_REALS>(what, fields, begin,
                                                       end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson::forms {

HWY_EXPORT(sweep);

template <class T, int kLinkReals>
void sweep_cpu(const Sweep& what, const SweepFields<T>& fields) noexcept {
    runtime::parallel_ranges(
        cpu_units(what.geometry), 1, [&](std::size_t begin, std::size_t end) {
            HWY_DYNAMIC_DISPATCH(sweep)(what, fields, begin, end);
        });
}

template void sweep_cpu<TASUKI_SWEEP_TYPE, TASUKI_SWEEP_REALS>(
    const Sweep&, const SweepFields<TASUKI_SWEEP_TYPE>&) noexcept;

}  // namespace tasuki::wilson::forms
#endif
