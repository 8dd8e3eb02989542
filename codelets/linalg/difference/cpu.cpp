#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::difference {

template <class T>
void run_cpu(const Args&, const Fields<T>& f) noexcept {
    sum_on_cpu<1, T>(elements<T, 1>(f.r.size()), f.partials, Body<T>{f});
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace tasuki::linalg::difference
