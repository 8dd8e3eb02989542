// power: the part of each degree in the square of a field,
//   p_n = |s_n^0|^2 + 2 sum_(m > 0) |s_n^m|^2,
// over the orders that are given: the sum over n is the integral of the square
// over the sphere.
#pragma once

#include <cstdint>

#include "codelets/sphere/coefficient.hpp"
#include "runtime/codelet_name.hpp"

namespace tasuki::sphere::power {

using Args = SpectrumShape;

struct Fields {
    double* power;            // write (degrees + 1)
    const Order* order;       // read (R)
    const Complex* spectrum;  // read (S)
};

/// One degree, always in the same order.
struct Body {
    Args args;
    Fields f;

    TASUKI_HD void operator()(int n) const {
        double sum = 0;
        for (std::uint32_t r = 0; r < args.orders; ++r) {
            const Order o = f.order[r];
            if (o.m > n) break;  // sorted
            const Amplitude s = load(f.spectrum + o.coefficient + (n - o.m));
            sum += (o.m > 0 ? 2 : 1) * (s.re * s.re + s.im * s.im);
        }
        f.power[n] = sum;
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept;

/// Buffers: power (write), order, spectrum (read).
runtime::Codelet& codelet();

}  // namespace tasuki::sphere::power
