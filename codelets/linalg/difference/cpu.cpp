#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::difference {

template <class T>
void run_cpu(const Args&, const Fields<T>& f) noexcept {
    sum_on_cpu<1>(f.r.size(), f.partials, Body<T>{f});
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;

}  // namespace tasuki::linalg::difference
