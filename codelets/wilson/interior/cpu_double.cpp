// The interior on the CPU in double precision, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/interior/cpu_double.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/interior/cpu-inl.hpp"
// clang-format on
#include "runtime/team.hpp"

HWY_BEFORE_NAMESPACE();
namespace tasuki::wilson::HWY_NAMESPACE {

void interior_18(const interior::Args& args,
                 const interior::Fields<double>& fields, std::size_t begin,
                 std::size_t end) {
    interior_range<double, 18>(args, fields, begin, end);
}
void interior_12(const interior::Args& args,
                 const interior::Fields<double>& fields, std::size_t begin,
                 std::size_t end) {
    interior_range<double, 12>(args, fields, begin, end);
}

}  // namespace tasuki::wilson::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(interior_18);
HWY_EXPORT(interior_12);

namespace interior {

template <>
void run_cpu<double, 18>(const Args& args, const Fields<double>& f) noexcept {
    runtime::parallel_ranges(cpu_units(args.geometry), 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(interior_18)
                                 (args, f, begin, end);
                             });
}
template <>
void run_cpu<double, 12>(const Args& args, const Fields<double>& f) noexcept {
    runtime::parallel_ranges(cpu_units(args.geometry), 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(interior_12)
                                 (args, f, begin, end);
                             });
}

}  // namespace interior
}  // namespace tasuki::wilson
#endif
