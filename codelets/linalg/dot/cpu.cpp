#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::dot {

template <class T>
void run_cpu(const Args&, const Fields<T>& f) noexcept {
    sum_on_cpu<kDotSums, T>(elements<T, 2>(f.x.size()), f.partials, Body<T>{f});
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace tasuki::linalg::dot
