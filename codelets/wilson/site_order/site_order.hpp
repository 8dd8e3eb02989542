// site_order: a column of a field, both parities, with its sites in the order
// of their coordinates, x fastest: as hosts and files have it.
#pragma once

#include "codelets/wilson/place.hpp"
#include "codelets/wilson/site_reals.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::site_order {

struct Args {
    Geometry geometry{};
    int column = 0;
};

struct Fields {
    runtime::Write<double> sites;     // (volume)(spin)(colour)(re, im)
    runtime::Read<double> even, odd;  // (columns)(volume / 2) spinors
};

/// What is done with a site, counted over the even ones and then the odd ones.
struct Body {
    Args args;
    Fields f;
    TASUKI_HD void operator()(std::size_t k) const {
        const Geometry& g = args.geometry;
        const auto half = static_cast<std::size_t>(g.half_volume);
        const int parity = k < half ? 0 : 1;
        const std::size_t in_half = k - (parity == 0 ? 0 : half);
        const SiteReals<double> x{
            parity == 0 ? f.even : f.odd,
            static_cast<std::size_t>(args.column) * half + in_half};
        const Place p =
            place_of(g, SiteIndex{parity, static_cast<int>(in_half)});
        std::size_t site = 0;
        for (int mu = 3; mu >= 0; --mu)
            site = site * static_cast<std::size_t>(g.extent[mu]) +
                   static_cast<std::size_t>(p.at[mu]);
        double* const out = f.sites + site * kSpinorReals;
        TASUKI_UNROLL(24)
        for (int n = 0; n < kSpinorReals; ++n) out[n] = x.r[n];
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "site_order";
    using Args = site_order::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::wilson::site_order
