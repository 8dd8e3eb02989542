// norm2: sum of the squares of each column of an array of reals (elements.hpp),
// as kPartials partial sums in double (partial_sums.hpp).  The partial sums do
// not depend on the number of workers.
#pragma once

#include <cstddef>
#include <string>

#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::linalg::norm2 {

using linalg::kPartials;

struct Args {
    std::size_t size;  ///< of all columns [reals]
};

template <class T>
struct Fields {
    runtime::Write<double> partials;  // (columns)(kPartials)
    runtime::Read<T> x;               // (size)
};

template <class T>
struct Body {
    Fields<T> f;
    TASUKI_HD Sums<1> operator()(std::size_t i) const {
        if constexpr (std::is_same_v<T, Fixed16>) {
            const FixedSite x{f.x, i};
            return sum_over_site<1, 1>(Body<float>{{{}, x}});
        } else {
            const double x = f.x[i];
            return {{x * x}};
        }
    }
};

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

template <class T>
struct Kernel {
    static constexpr auto name = "norm2";
    static std::string model() {
        if constexpr (std::is_same_v<T, Fixed16>) return "norm2_half";
        return std::is_same_v<T, double> ? "norm2_double" : "norm2_single";
    }
    using Args = norm2::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tasuki::linalg::norm2
