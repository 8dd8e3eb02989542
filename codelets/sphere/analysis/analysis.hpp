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
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::sphere::analysis {

using synthesis::Args;

struct Fields {
    Term* sums;              // write or update (K, T)
    const Order* order;      // read (R)
    const Step* step;        // read (T)
    const Complex* fourier;  // read (K, 2, P, C)
    const Start* start;      // read (R, G)
    const Pair* pair;        // read (G * kGroup)
};

/// @tparam kAdd  to what is there, or in its place
template <bool kAdd>
void run_cpu(const Args& args, const Fields& fields) noexcept;
template <bool kAdd>
void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept;

/// Buffers: sums (write, or update with kAdd), order, step, fourier, start,
/// pair (read).
template <bool kAdd>
runtime::Codelet& codelet();

}  // namespace tasuki::sphere::analysis
