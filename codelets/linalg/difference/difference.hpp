// difference: r = b - q of arrays of reals, and |r|^2 of each column
// (partial_sums.hpp) as partial sums.
#pragma once

#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"

namespace tasuki::linalg::difference {

struct Args {};

template <class T>
struct Fields {
    runtime::Write<T> r;              // (columns)(size)
    runtime::Write<double> partials;  // (columns)(kPartials) of |r|^2
    runtime::Read<T> b, q;            // (columns)(size)
};

/// What is done with element i (elements.hpp).
template <class T>
struct Body {
    Fields<T> f;
    TASUKI_HD Sums<1> operator()(std::size_t i) const {
        if constexpr (std::is_same_v<T, Fixed16>) {
            const FixedSite b{f.b, i}, q{f.q, i};
            FixedSite r;
            const auto sums =
                sum_over_site<1, 1>(Body<float>{{r.write(), {}, b, q}});
            r.store(f.r, i);
            return sums;
        } else {
            const double r = static_cast<double>(f.b[i]) - f.q[i];
            f.r[i] = static_cast<T>(r);
            return {{r * r}};
        }
    }
};

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

template <class T>
struct Kernel {
    static constexpr auto name = "difference";
    using Args = difference::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tasuki::linalg::difference
