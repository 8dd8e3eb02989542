#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/clover/clover.hpp"

namespace tasuki::wilson::clover {

// A site has a loop of its own, of whatever type it is.

template <class T>
void add_cpu(const Args& args, const AddFields<T>& f) noexcept {
    linalg::change_on_cpu<Fixed16>(sites_in<T>(f.out.size()),
                                   AddBody<T>{args.twist, f});
}

template <class T>
void multiply_cpu(const Args& args, const MultiplyFields<T>& f) noexcept {
    linalg::change_on_cpu<Fixed16>(sites_in<T>(f.x.size()),
                                   MultiplyBody<T>{args.twist, f});
}

#define TASUKI_INSTANTIATE(T)                                         \
    template void add_cpu(const Args&, const AddFields<T>&) noexcept; \
    template void multiply_cpu(const Args&, const MultiplyFields<T>&) noexcept;
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::clover
