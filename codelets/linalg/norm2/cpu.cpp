// norm2 on the CPU: one partial sum per equal part of the array.
#include "codelets/linalg/norm2/norm2.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::linalg::norm2 {

namespace {

/// Eight independent sums, so that the compiler may keep them in a vector.
template <class T>
double sum_of_squares(const T* x, std::size_t begin, std::size_t end) {
    constexpr std::size_t lanes = 8;
    double sums[lanes] = {};
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double v = x[i + k];
            sums[k] += v * v;
        }
    for (; i < end; ++i) sums[0] += static_cast<double>(x[i]) * x[i];
    double total = 0;
    for (const double s : sums) total += s;
    return total;
}

}  // namespace

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept {
    runtime::parallel_ranges(
        kPartials, 1, [&](std::size_t begin, std::size_t end) {
            for (auto p = begin; p < end; ++p)
                fields.partials[p] =
                    sum_of_squares(fields.x.data(), args.size * p / kPartials,
                                   args.size * (p + 1) / kPartials);
        });
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;

}  // namespace tasuki::linalg::norm2
