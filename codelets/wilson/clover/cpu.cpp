#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/clover/clover.hpp"

namespace tasuki::wilson::clover {

// A site has a loop of its own, of whatever type it is.

template <class T>
void add_cpu(const Args& args, const AddFields<T>& f) noexcept {
    const auto sites = ColumnSites::of<T>(f.out.size(), f.blocks.size());
    linalg::change_on_cpu<Fixed16>({0, sites.size()},
                                   AddBody<T>{args.twist, f, sites});
}

template <class T>
void multiply_cpu(const Args& args, const MultiplyFields<T>& f) noexcept {
    const auto sites = ColumnSites::of<T>(f.x.size(), f.blocks.size());
    linalg::change_on_cpu<Fixed16>({0, sites.size()},
                                   MultiplyBody<T>{args.twist, f, sites});
}

#define TASUKI_INSTANTIATE(T)                                         \
    template void add_cpu(const Args&, const AddFields<T>&) noexcept; \
    template void multiply_cpu(const Args&, const MultiplyFields<T>&) noexcept;
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::clover
