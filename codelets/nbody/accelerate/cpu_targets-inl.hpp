// run_cpu() for one kind of numbers, TASUKI_NBODY_NUMBERS.  Highway compiles
// this file once for every SIMD width.
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/nbody/accelerate/cpu-inl.hpp"
// clang-format on
#include "runtime/core/team.hpp"

TASUKI_NBODY_TARGET_BEGIN

void accelerate_bodies(const accelerate::Args& args,
                       const accelerate::Fields<TASUKI_NBODY_NUMBERS>& fields,
                       bool add, std::size_t begin, std::size_t end) {
    using N = TASUKI_NBODY_NUMBERS;
    if (fields.wells != nullptr)
        accelerate_range<N, true>(args, fields, add, begin, end);
    else
        accelerate_range<N, false>(args, fields, add, begin, end);
}

TASUKI_NBODY_TARGET_END

#if HWY_ONCE
namespace tasuki::nbody {

HWY_EXPORT(accelerate_bodies);

namespace accelerate {

template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept {
    // Four vectors of 64 bytes.
    constexpr std::size_t grain = 4 * 64 / sizeof(typename N::Force);
    runtime::parallel_ranges(args.targets, grain,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(accelerate_bodies)
                                 (args, fields, kAdd, begin, end);
                             });
}

template void run_cpu<TASUKI_NBODY_NUMBERS, false>(
    const Args&, const Fields<TASUKI_NBODY_NUMBERS>&) noexcept;
template void run_cpu<TASUKI_NBODY_NUMBERS, true>(
    const Args&, const Fields<TASUKI_NBODY_NUMBERS>&) noexcept;

}  // namespace accelerate
}  // namespace tasuki::nbody
#endif
