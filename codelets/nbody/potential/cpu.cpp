// potential on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/nbody/potential/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/nbody/potential/cpu-inl.hpp"
// clang-format on
#include "runtime/core/team.hpp"

TASUKI_NBODY_TARGET_BEGIN

void potential_single(const potential::Args& args,
                      const potential::Fields<Single>& f, bool add,
                      std::size_t begin, std::size_t end) {
    potential_range(args, f, add, begin, end);
}
void potential_mixed(const potential::Args& args,
                     const potential::Fields<Mixed>& f, bool add,
                     std::size_t begin, std::size_t end) {
    potential_range(args, f, add, begin, end);
}
void potential_double(const potential::Args& args,
                      const potential::Fields<Double>& f, bool add,
                      std::size_t begin, std::size_t end) {
    potential_range(args, f, add, begin, end);
}

TASUKI_NBODY_TARGET_END

#if HWY_ONCE
namespace tasuki::nbody {

HWY_EXPORT(potential_single);
HWY_EXPORT(potential_mixed);
HWY_EXPORT(potential_double);

namespace potential {

template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& f) noexcept {
    constexpr std::size_t grain = 64;
    runtime::parallel_ranges(
        args.targets, grain, [&](std::size_t begin, std::size_t end) {
            if constexpr (std::is_same_v<N, Single>)
                HWY_DYNAMIC_DISPATCH(potential_single)
            (args, f, kAdd, begin, end);
            else if constexpr (std::is_same_v<N, Mixed>) HWY_DYNAMIC_DISPATCH(
                potential_mixed)(args, f, kAdd, begin, end);
            else HWY_DYNAMIC_DISPATCH(potential_double)(args, f, kAdd, begin,
                                                        end);
        });
}

#define TASUKI_INSTANTIATE(N)                                                \
    template void run_cpu<N, false>(const Args&, const Fields<N>&) noexcept; \
    template void run_cpu<N, true>(const Args&, const Fields<N>&) noexcept;
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace potential
}  // namespace tasuki::nbody
#endif
