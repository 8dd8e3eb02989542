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
#include "runtime/codelet_name.hpp"

namespace tasuki::sphere::advance {

struct Args {
    SpectrumShape shape;
    double dt;
    std::int32_t stage;  ///< 1 to 4: of the k that is given
};

struct Fields {
    Complex* next;         // write (S): what k is taken of next; the next zeta
    Complex* sum;          // (S): write in stage 1, update, read in stage 4
    const Order* order;    // read (R)
    const double* half;    // read (degrees + 1): E
    const Complex* k;      // read (S)
    const Complex* state;  // read (S): zeta; not in stage 4
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
void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept;

/// Of stage 1, of 2 and 3, and of 4.  Buffers: next (write), sum, order, half,
/// k (read), and state (read) but for the last.
runtime::Codelet& first();
runtime::Codelet& middle();
runtime::Codelet& last();

}  // namespace tasuki::sphere::advance
