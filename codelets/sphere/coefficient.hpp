// Loops over single coefficients, on CPU and GPU.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::sphere {

/// A complex number where std::complex has no functions.
struct Amplitude {
    double re, im;
};
TASUKI_HD Amplitude operator+(Amplitude a, Amplitude b) {
    return {a.re + b.re, a.im + b.im};
}
TASUKI_HD Amplitude operator*(double factor, Amplitude a) {
    return {factor * a.re, factor * a.im};
}
/// i factor a
TASUKI_HD Amplitude turned(double factor, Amplitude a) {
    return {-factor * a.im, factor * a.re};
}

TASUKI_HD Amplitude load(const Complex* at) {
    const auto* const d = reinterpret_cast<const double*>(at);
    return {d[0], d[1]};
}
TASUKI_HD void store(Complex* at, Amplitude value) {
    auto* const d = reinterpret_cast<double*>(at);
    d[0] = value.re;
    d[1] = value.im;
}

/// eps_n of order m, see recurrence.hpp.
TASUKI_HD double epsilon_of(int m, int n) {
    const double x = n, y = m;
    return sqrt((x - y) * (x + y) / (4 * x * x - 1));
}

/// One spectrum of some orders.
struct SpectrumShape {
    std::uint32_t orders;        ///< R
    std::uint32_t coefficients;  ///< S
    std::int32_t degrees;        ///< largest n
};

}  // namespace tasuki::sphere

#if defined(TASUKI_GPU_CODE)

namespace tasuki::sphere {

/// body(order, n) by numbers of threads.  Threads of degrees below m do
/// nothing; avoiding them would cost more.
template <class Body>
struct ByCoefficient {
    const Order* order;
    int degrees;
    Body body;
    TASUKI_HD void operator()(int i) const {
        const Order o = order[i / (degrees + 1)];
        const int n = i % (degrees + 1);
        if (n >= o.m) body(o, n);
    }
};

template <class Body>
void for_coefficients_gpu(gpu::Stream stream, const SpectrumShape& shape,
                          const Order* order, const Body& body,
                          const char* name) noexcept {
    gpu::for_each<256>(stream,
                       static_cast<int>(shape.orders) * (shape.degrees + 1),
                       ByCoefficient<Body>{order, shape.degrees, body}, name);
}

}  // namespace tasuki::sphere

#else

#include "runtime/core/team.hpp"

namespace tasuki::sphere {

/// Calls body(order, n) for every coefficient; `body` must not throw.
template <class Body>
void for_coefficients_cpu(const SpectrumShape& shape, const Order* order,
                          const Body& body) {
    const auto all_of = [&](const Order& o) {
        for (int n = o.m; n <= shape.degrees; ++n) body(o, n);
    };
    // To wake a team takes as long as some ten thousand of them.
    constexpr std::uint32_t worth = 16384;
    if (shape.coefficients < worth)
        for (std::uint32_t r = 0; r < shape.orders; ++r) all_of(order[r]);
    else
        runtime::parallel_items(shape.orders,
                                [&](std::size_t r) { all_of(order[r]); });
}

}  // namespace tasuki::sphere

#endif
