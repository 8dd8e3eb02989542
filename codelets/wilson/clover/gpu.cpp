#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/clover/clover.hpp"

namespace tasuki::wilson::clover {

template <class T>
void add_gpu(const Args& args, const AddFields<T>& f,
             gpu::Stream stream) noexcept {
    const auto sites = ColumnSites::of<T>(f.out.size(), f.blocks.size());
    linalg::change_on_gpu(sites.size(), AddBody<T>{args.twist, f, sites},
                          stream, Add<T>::name);
}

template <class T>
void multiply_gpu(const Args& args, const MultiplyFields<T>& f,
                  gpu::Stream stream) noexcept {
    const auto sites = ColumnSites::of<T>(f.x.size(), f.blocks.size());
    linalg::change_on_gpu(sites.size(), MultiplyBody<T>{args.twist, f, sites},
                          stream, Multiply<T>::name);
}

#define TASUKI_INSTANTIATE(T)                                         \
    template void add_gpu(const Args&, const AddFields<T>&,           \
                          gpu::Stream) noexcept;                      \
    template void multiply_gpu(const Args&, const MultiplyFields<T>&, \
                               gpu::Stream) noexcept;
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::clover
