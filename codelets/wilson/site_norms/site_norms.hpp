// site_norms: |psi|^2 of each site, over spins and colours, of a field of one
// parity: a twenty-fourth of the field, from which a host sums correlators.
#pragma once

#include "codelets/wilson/site_reals.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::site_norms {

struct Args {};

struct Fields {
    runtime::Write<double> norms;  // (columns)(volume / 2)
    runtime::Read<double> x;       // (columns)(volume / 2) spinors
};

/// What is done with a site, counted over all columns.
struct Body {
    Fields f;
    TASUKI_HD void operator()(std::size_t site) const {
        const SiteReals<double> x{f.x, site};
        double sum = 0;
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; k += 2)
            sum += x.r[k] * x.r[k] + x.r[k + 1] * x.r[k + 1];
        f.norms[site] = sum;
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "site_norms";
    using Args = site_norms::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::wilson::site_norms
