// power: the part of each degree in the square of a field,
//   p_n = |s_n^0|^2 + 2 sum_(m > 0) |s_n^m|^2,
// over the orders that are given: the sum over n is the integral of the square
// over the sphere.
#pragma once

#include <cstdint>

#include "codelets/sphere/coefficient.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::power {

using Args = SpectrumShape;

struct Fields {
    runtime::Write<double> power;     // (degrees + 1)
    runtime::Read<Order> order;       // (R)
    runtime::Read<Complex> spectrum;  // (S)
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
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "power";
    using Args = power::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::power
