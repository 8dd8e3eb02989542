// advance: one stage of the Runge-Kutta method of fourth order, the damping
// being solved exactly. With E = exp(-r_n dt / 2), r_n the rate at which degree
// n is damped, and k_1 .. k_4 the rates of change by all else, of
//   zeta,  E (zeta + dt/2 k_1),  E zeta + dt/2 k_2,  E^2 zeta + dt E k_3,
// the next zeta is
//   E^2 zeta + dt/6 (E^2 k_1 + 2 E (k_2 + k_3) + k_4).
//
// Source: Canuto, Hussaini, Quarteroni & Zang, Spectral Methods (2006), app. D
// (integrating factor).
#pragma once

#include <cstdint>

#include "codelets/sphere/coefficient.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::advance {

struct Args {
    SpectrumShape shape;
    double dt;
    std::int32_t stage;  ///< 1 to 4: of the k that is given
};

struct Fields {
    Complex* next;         // (S): what k is taken of next; the next zeta
    Complex* sum;          // (S): not written in stage 4
    const Order* order;    // (R)
    const double* half;    // (degrees + 1): E
    const Complex* k;      // (S)
    const Complex* state;  // (S): zeta; null in stage 4
};

/// One coefficient.
struct Body {
    Args args;
    Fields f;

    TASUKI_HD void operator()(const Order& o, int n) const {
        const std::size_t i = o.coefficient + static_cast<std::size_t>(n - o.m);
        const double e = f.half[n], dt = args.dt;
        const Amplitude k = load(f.k + i);
        const double weight = dt / (args.stage == 1 || args.stage == 4 ? 6 : 3);
        if (args.stage == 4) {
            store(f.next + i, load(f.sum + i) + weight * k);
            return;
        }
        const Amplitude s = load(f.state + i);
        if (args.stage == 1) {
            store(f.sum + i, e * e * (s + weight * k));
            store(f.next + i, e * (s + dt / 2 * k));
        } else {
            store(f.sum + i, load(f.sum + i) + weight * e * k);
            store(f.next + i,
                  args.stage == 2 ? e * s + dt / 2 * k : e * (e * s + dt * k));
        }
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

/// Of stages 1 to 3.
/// @tparam kAdd  not of stage 1
template <bool kAdd>
struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "advance";
    using Args = advance::Args;
    static void cpu(const Args& args, runtime::Write<Complex> next,
                    runtime::WriteOrAdd<Complex, kAdd> sum,
                    runtime::Read<Order> order, runtime::Read<double> half,
                    runtime::Read<Complex> k,
                    runtime::Read<Complex> state) noexcept {
        run_cpu(args, {next, sum, order, half, k, state});
    }
    static void gpu(const Args& args, runtime::Write<Complex> next,
                    runtime::WriteOrAdd<Complex, kAdd> sum,
                    runtime::Read<Order> order, runtime::Read<double> half,
                    runtime::Read<Complex> k, runtime::Read<Complex> state,
                    gpu::Stream stream) {
        run_gpu(args, {next, sum, order, half, k, state}, stream);
    }
};

/// Of stage 4.
struct LastKernel : runtime::WithoutModel {
    static constexpr auto name = "advance";
    using Args = advance::Args;
    static void cpu(const Args& args, runtime::Write<Complex> next,
                    runtime::Read<Complex> sum, runtime::Read<Order> order,
                    runtime::Read<double> half,
                    runtime::Read<Complex> k) noexcept {
        run_cpu(args, fields(next, sum, order, half, k));
    }
    static void gpu(const Args& args, runtime::Write<Complex> next,
                    runtime::Read<Complex> sum, runtime::Read<Order> order,
                    runtime::Read<double> half, runtime::Read<Complex> k,
                    gpu::Stream stream) {
        run_gpu(args, fields(next, sum, order, half, k), stream);
    }

  private:
    /// Stage 4 only reads the sum.
    static Fields fields(Complex* next, const Complex* sum, const Order* order,
                         const double* half, const Complex* k) {
        return {next, const_cast<Complex*>(sum), order, half, k, nullptr};
    }
};

}  // namespace tasuki::sphere::advance
