// divergence: the divergence or the vorticity of a field of vectors (u, v),
// from the spectra a of u / cos(phi) and b of v / cos(phi):
//   delta_n = i m a_n - ((n + 1) eps_n b_(n-1) - n eps_(n+1) b_(n+1)),
//   zeta_n = i m b_n + ((n + 1) eps_n a_(n-1) - n eps_(n+1) a_(n+1)),
// the derivatives by mu being taken of P_n, by parts; eps as in recurrence.hpp.
// Spectra of u and v have a degree more than what is made of them: of the
// largest degree the result is 0.
//
// Source: Temperton, Mon. Wea. Rev. 119 (1991) 1303.
#pragma once

#include <cstdint>

#include "codelets/sphere/coefficient.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::divergence {

enum class Of : std::uint8_t { divergence, vorticity };

struct Args {
    SpectrumShape shape;
    double factor;  ///< that the result is multiplied with
    Of of;
};

struct Fields {
    runtime::Write<Complex> out;  // (S)
    runtime::Read<Order> order;   // (R)
    runtime::Read<Complex> wind;  // (2, S): a, b
};

/// One coefficient.
struct Body {
    Args args;
    Fields f;

    TASUKI_HD void operator()(const Order& o, int n) const {
        const bool curl = args.of == Of::vorticity;
        const Complex* const a = f.wind + o.coefficient + (n - o.m);
        const Complex* const b = a + args.shape.coefficients;
        const Complex* const along = curl ? b : a;
        const Complex* const across = curl ? a : b;
        Amplitude sum{0, 0};
        if (n < args.shape.degrees) {
            const double sign = curl ? 1 : -1;
            sum = turned(o.m, load(along)) +
                  -sign * n * epsilon_of(o.m, n + 1) * load(across + 1);
            if (n > o.m)
                sum = sum +
                      sign * (n + 1) * epsilon_of(o.m, n) * load(across - 1);
        }
        store(f.out + o.coefficient + (n - o.m), args.factor * sum);
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "divergence";
    using Args = divergence::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::divergence
