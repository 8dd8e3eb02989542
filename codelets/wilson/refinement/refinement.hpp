// refinement: what iterative refinement does with fields of two precisions, of
// the same sites.  The outer fields are in double, those of the inner solver
// store T:
//   Residual      r = b - q, rounded to T, and |b - q|^2 before it is rounded
//   Correction    x += d, and then d = 0
#pragma once

#include "codelets/linalg/partial_sums.hpp"
#include "codelets/wilson/site_reals.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::refinement {

struct Args {};

template <class T>
struct ResidualFields {
    runtime::Write<T> r;              // (columns)(sites) spinors
    runtime::Write<double> partials;  // (columns)(kPartials) of |b - q|^2
    runtime::Read<double> b, q;       // (columns)(sites) spinors
};

template <class T>
struct CorrectionFields {
    runtime::Update<double> x;  // (columns)(sites) spinors
    runtime::Update<T> d;       // (columns)(sites) spinors
};

template <class T>
struct ResidualBody {
    ResidualFields<T> f;
    TASUKI_HD linalg::Sums<1> operator()(std::size_t site) const {
        const SiteReals<double> b{f.b, site}, q{f.q, site};
        SiteReals<T> r;
        double r2 = 0;
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; ++k) {
            const double rest = b.r[k] - q.r[k];
            r2 += rest * rest;
            r.r[k] = static_cast<Compute<T>>(rest);
        }
        r.store(f.r, site);
        return {{r2}};
    }
};

/// What is not finite is left out: x stays as it was.
template <class T>
struct CorrectionBody {
    CorrectionFields<T> f;
    TASUKI_HD void operator()(std::size_t site) const {
        SiteReals<double> x{f.x, site};
        SiteReals<T> d{f.d, site};
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; ++k) {
            const double more = d.r[k];
            if (more - more == 0) x.r[k] += more;
            d.r[k] = 0;
        }
        x.store(f.x, site);
        d.store(f.d, site);
    }
};

template <class T>
void residual_cpu(const Args& args, const ResidualFields<T>& fields) noexcept;
template <class T>
void residual_gpu(const Args& args, const ResidualFields<T>& fields,
                  gpu::Stream stream);
template <class T>
void correction_cpu(const Args& args,
                    const CorrectionFields<T>& fields) noexcept;
template <class T>
void correction_gpu(const Args& args, const CorrectionFields<T>& fields,
                    gpu::Stream stream);

/// @tparam T  float or Fixed16
template <class T>
struct Residual {
    static constexpr auto name = "residual";
    using Args = refinement::Args;
    static constexpr auto cpu = residual_cpu<T>;
    static constexpr auto gpu = residual_gpu<T>;
};
template <class T>
struct Correction {
    static constexpr auto name = "correction";
    using Args = refinement::Args;
    static constexpr auto cpu = correction_cpu<T>;
    static constexpr auto gpu = correction_gpu<T>;
};

}  // namespace tasuki::wilson::refinement
