// wind: the components of the wind from vorticity and divergence,
//   U = u cos(phi) = -(1 - mu^2) d psi / d mu + d chi / d lambda,
//   V = v cos(phi) = d psi / d lambda + (1 - mu^2) d chi / d mu,
// with zeta = lap psi and delta = lap chi on the sphere of radius 1. Of each
// order, with eps of recurrence.hpp,
//   U_n = -i m delta_n / (n (n + 1))
//         + eps_(n+1) zeta_(n+1) / (n + 1) - eps_n zeta_(n-1) / n,
//   V_n = -i m zeta_n / (n (n + 1))
//         - eps_(n+1) delta_(n+1) / (n + 1) + eps_n delta_(n-1) / n,
// since (1 - mu^2) dP_n / dmu = (n + 1) eps_n P_(n-1) - n eps_(n+1) P_(n+1).
//
// Winds have a degree more than what they are made of: coefficients of the
// largest degree of vorticity and divergence are taken as 0, as is their mean.
//
// Source: Temperton, Mon. Wea. Rev. 119 (1991), "On scalar and vector transform
// methods for global spectral models".
#pragma once

#include <cstdint>

#include "codelets/sphere/coefficient.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::wind {

struct Args {
    SpectrumShape shape;
    /// 2: U, V; 3: and the vorticity once more
    std::uint32_t fields;
};

struct Fields {
    Complex* wind;                        // (fields, S)
    const Order* order;                   // (R)
    const Complex* vorticity;             // (S)
    const Complex* divergence = nullptr;  // (S); null: there is none
};

/// One coefficient of each.
struct Body {
    Args args;
    Fields f;

    TASUKI_HD Amplitude at(const Complex* spectrum, const Order& o,
                           int n) const {
        if (n < o.m || n < 1 || n >= args.shape.degrees) return {0, 0};
        return load(spectrum + o.coefficient + (n - o.m));
    }
    /// eps_(n+1) s_(n+1) / (n + 1) - eps_n s_(n-1) / n
    TASUKI_HD Amplitude slope(const Complex* spectrum, const Order& o,
                              int n) const {
        const Amplitude above = at(spectrum, o, n + 1);
        Amplitude sum = epsilon_of(o.m, n + 1) / (n + 1) * above;
        if (n > o.m)
            sum = sum + -epsilon_of(o.m, n) / n * at(spectrum, o, n - 1);
        return sum;
    }
    TASUKI_HD void operator()(const Order& o, int n) const {
        const double inverse = n > 0 ? -1.0 / (n * (n + 1.0)) : 0;
        Amplitude u = slope(f.vorticity, o, n);
        Amplitude v = turned(o.m * inverse, at(f.vorticity, o, n));
        if (f.divergence != nullptr) {
            u = u + turned(o.m * inverse, at(f.divergence, o, n));
            v = v + -1.0 * slope(f.divergence, o, n);
        }
        Complex* const out = f.wind + o.coefficient + (n - o.m);
        store(out, u);
        store(out + args.shape.coefficients, v);
        if (args.fields > 2)
            store(out + 2 * static_cast<std::size_t>(args.shape.coefficients),
                  at(f.vorticity, o, n));
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

/// @tparam Divergence  nothing, or a Read<Complex> for a flow that has one
template <class... Divergence>
struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "wind";
    using Args = wind::Args;
    static void cpu(const Args& args, runtime::Write<Complex> wind,
                    runtime::Read<Order> order,
                    runtime::Read<Complex> vorticity,
                    Divergence... divergence) noexcept {
        run_cpu(args, {wind, order, vorticity, divergence...});
    }
    static void gpu(const Args& args, runtime::Write<Complex> wind,
                    runtime::Read<Order> order,
                    runtime::Read<Complex> vorticity, Divergence... divergence,
                    gpu::Stream stream) {
        run_gpu(args, {wind, order, vorticity, divergence...}, stream);
    }
};
using RotationalKernel = Kernel<>;
using GeneralKernel = Kernel<runtime::Read<Complex>>;

}  // namespace tasuki::sphere::wind
