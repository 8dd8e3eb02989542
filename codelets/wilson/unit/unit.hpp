// unit: a field of one parity whose columns are 1 in one component on the sites
// of a box, and 0 elsewhere, or 0 on all sites: sources of a propagator, and
// what a solver starts from.  Made where it is needed, as a host would write
// and send 192 B for each site.
#pragma once

#include "codelets/linalg/course.hpp"
#include "codelets/wilson/place.hpp"
#include "codelets/wilson/site_reals.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::unit {

struct Column {
    int first[4]{};      ///< site of the box, in the lattice
    int extent[4]{};     ///< of the box; behind the last site comes the first
    int component = -1;  ///< 3 * spin + colour; below 0: zeros
};

struct Args {
    Geometry geometry{};
    int origin[4]{};   ///< first site of the block, in the lattice
    int lattice[4]{};  ///< extents
    int parity = 0;    ///< 0 even, 1 odd
    Column columns[linalg::kMostColumns];
};

struct Fields {
    runtime::Write<double> x;  // (columns)(volume / 2) spinors
};

TASUKI_HD bool is_inside(const Args& args, const Column& column, int index) {
    const auto place = place_of(args.geometry, SiteIndex{args.parity, index});
    for (int mu = 0; mu < 4; ++mu) {
        int steps = args.origin[mu] + place.at[mu] - column.first[mu];
        if (steps < 0) steps += args.lattice[mu];
        if (steps >= column.extent[mu]) return false;
    }
    return true;
}

/// What is done with a site, counted over all columns.
struct Body {
    Args args;
    Fields f;
    TASUKI_HD void operator()(std::size_t site) const {
        const auto half = static_cast<std::size_t>(args.geometry.half_volume);
        const Column& column = args.columns[site / half];
        const bool is_one =
            column.component >= 0 &&
            is_inside(args, column, static_cast<int>(site % half));
        SiteReals<double> x;
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; ++k)
            x.r[k] = is_one && k == 2 * column.component ? 1 : 0;
        x.store(f.x, site);
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "unit";
    using Args = unit::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::wilson::unit
