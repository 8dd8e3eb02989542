// dot: (x, y) = sum of conj(x_i) y_i of arrays of complex numbers, and |x|^2,
// of each column (partial_sums.hpp) as partial sums.
#pragma once

#include "codelets/linalg/complex.hpp"
#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"

namespace tasuki::linalg::dot {

struct Args {};

/// Re (x, y), Im (x, y), |x|^2.
inline constexpr int kDotSums = 3;

template <class T>
struct Fields {
    runtime::Write<double> partials;  // (columns)(kDotSums)(kPartials)
    runtime::Read<T> x, y;            // (columns)(size)(re, im)
};

/// What complex number i adds, or in fixed point site i.
template <class T>
struct Body {
    Fields<T> f;
    TASUKI_HD Sums<kDotSums> operator()(std::size_t i) const {
        if constexpr (std::is_same_v<T, Fixed16>) {
            const FixedSite x{f.x, i}, y{f.y, i};
            return sum_over_site<kDotSums, 2>(Body<float>{{{}, x, y}});
        } else {
            const Complex x = load<T>(f.x, i), xy = conj(x) * load<T>(f.y, i);
            return {{xy.re, xy.im, squared(x)}};
        }
    }
};

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

template <class T>
struct Kernel {
    static constexpr auto name = "dot";
    using Args = dot::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tasuki::linalg::dot
