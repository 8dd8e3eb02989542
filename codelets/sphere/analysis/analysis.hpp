// analysis: the contribution of the latitudes of a block to the sums
//   even_l = sum_mu w q_l(mu^2) (F_m(mu) + F_m(-mu)),
//   odd_l = sum_mu w mu q_l(mu^2) (F_m(mu) - F_m(-mu)),
// over pairs of latitudes, with the functions of recurrence.hpp; the transpose
// of synthesis, with as many operations.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::analysis {

using synthesis::Args;

struct Fields {
    Term* sums;              // (K, T)
    const Order* order;      // (R)
    const Step* step;        // (T)
    const Complex* fourier;  // (K, 2, P, C)
    const Start* start;      // (R, G)
    const Pair* pair;        // (G * kGroup)
};

/// @tparam kAdd  to what is there, or in its place
template <bool kAdd>
void run_cpu(const Args& args, const Fields& fields) noexcept;
template <bool kAdd>
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

template <bool kAdd>
struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "analysis";
    static constexpr bool needs_flops = true;
    using Args = analysis::Args;
    static void cpu(const Args& args, runtime::WriteOrAdd<Term, kAdd> sums,
                    runtime::Read<Order> order, runtime::Read<Step> step,
                    runtime::Read<Complex> fourier, runtime::Read<Start> start,
                    runtime::Read<Pair> pair) noexcept {
        run_cpu<kAdd>(args, {sums, order, step, fourier, start, pair});
    }
    static void gpu(const Args& args, runtime::WriteOrAdd<Term, kAdd> sums,
                    runtime::Read<Order> order, runtime::Read<Step> step,
                    runtime::Read<Complex> fourier, runtime::Read<Start> start,
                    runtime::Read<Pair> pair, gpu::Stream stream) {
        run_gpu<kAdd>(args, {sums, order, step, fourier, start, pair}, stream);
    }
};

}  // namespace tasuki::sphere::analysis
