// synthesis: Fourier coefficients of fields on the latitudes of a block, from
// the series of the orders that are here,
//   F_m(+-mu) = sum_l even_l q_l(mu^2) +- mu sum_l odd_l q_l(mu^2),
// with the functions of recurrence.hpp.  Where all terms up to some l are below
// 2^-70 of the largest there could be, near the poles, they are left out.
// Operations: 10 flop per term and pair of latitudes, of which 2 are the
// function itself and 8 the sums.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::synthesis {

/// Orders that one thread of the CPU takes together: so many fill a cache line
/// of a row.
inline constexpr int kOrdersAtOnce = 4;

struct Args {
    std::uint32_t fields;  ///< K
    std::uint32_t orders;  ///< R
    std::uint32_t terms;   ///< T, of one field
    std::uint32_t pairs;   ///< P
    std::uint32_t groups;  ///< G
    std::uint32_t pitch;   ///< C, of a row of `fourier`, at least R
    Rows rows;
    bool to_gpu = false;  ///< sums of an analysis on a CPU, for a GPU
};

struct Fields {
    runtime::Write<Complex>
        fourier;                 // (K, 2, P, C); orders R and above are left
    runtime::Read<Order> order;  // (R)
    runtime::Read<Step> step;    // (T)
    runtime::Read<Term> series;  // (K, T)
    runtime::Read<Start> start;  // (R, G)
    runtime::Read<Pair> pair;    // (G * kGroup)
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "synthesis";
    static constexpr bool needs_flops = true;
    using Args = synthesis::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::synthesis
