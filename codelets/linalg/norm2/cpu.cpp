#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::norm2 {

template <class T>
void run_cpu(const Args& args, const Fields<T>& f) noexcept {
    sum_on_cpu<1, T>(elements<T, 1>(args.size), f.partials, Body<T>{f});
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace tasuki::linalg::norm2
