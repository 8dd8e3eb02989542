// bicgstab: the stabilised biconjugate gradients for M x = b:
//   v = M p        alpha = (r0, r) / (r0, v)
//   r -= alpha v                                         (HalfUpdate)
//   t = M r        omega = (t, r) / |t|^2
//   x += alpha p + omega r       r -= omega t            (Update, with sums)
//   beta = (r0, r) / (r0, r before) * alpha / omega
//   p = r + beta (p - omega v)                           (Direction)
// r0 is any vector, here the first r.  Fields have a column for each
// right-hand side (partial_sums.hpp), with scalars of its own.  Between the
// lines, Alpha, Omega and Beta keep the scalars.  Source: van der Vorst, SIAM
// J. Sci. Stat. Comput. 13 (1992) 631; complex as in Saad, Iterative Methods
// (2003), section 7.4.2.
#pragma once

#include "codelets/linalg/complex.hpp"
#include "codelets/linalg/course.hpp"
#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"

namespace tasuki::linalg::bicgstab {

struct Scalars {
    Course course;
    Complex rho;  ///< (r0, r)
    Complex alpha, omega, beta;
};

struct Args {};

using BeginArgs = linalg::Targets;

/// Re (r0, r), Im (r0, r), |r|^2 of an Update.
inline constexpr int kUpdateSums = 3;

// All fields are (columns)(size)(re, im); nothing changes in a column whose
// solver has ended.

template <class T>
struct HalfUpdateFields {
    runtime::Update<T> r;
    runtime::Read<T> v;
    runtime::Read<Scalars> scalars;  // (columns)
};

template <class T>
struct UpdateFields {
    runtime::Update<T> x, r;
    runtime::Write<double> partials;  // (columns)(kUpdateSums)(kPartials)
    runtime::Read<T> r0, p, t;
    runtime::Read<Scalars> scalars;  // (columns)
};

template <class T>
struct DirectionFields {
    runtime::Update<T> p;
    runtime::Read<T> r, v;
    runtime::Read<Scalars> scalars;  // (columns)
};

template <class T>
TASUKI_HD void half_update_at(const HalfUpdateFields<T>& f, const Scalars& s,
                              std::size_t i) {
    store<T>(f.r, i, load<T>(f.r, i) - s.alpha * load<T>(f.v, i));
}
TASUKI_HD void half_update_at(const HalfUpdateFields<Fixed16>& f,
                              const Scalars& s, std::size_t site) {
    FixedSite r{f.r, site};
    const FixedSite v{f.v, site};
    const HalfUpdateFields<float> own{r.update(), v, {}};
    TASUKI_UNROLL(24)
    for (int i = 0; i < FixedSite::kReals / 2; ++i)
        half_update_at<float>(own, s, i);
    r.store(f.r, site);
}

template <class T>
TASUKI_HD Sums<kUpdateSums> update_at(const UpdateFields<T>& f,
                                      const Scalars& s, std::size_t i) {
    const Complex half = load<T>(f.r, i);
    store<T>(f.x, i,
             load<T>(f.x, i) + s.alpha * load<T>(f.p, i) + s.omega * half);
    const Complex r = half - s.omega * load<T>(f.t, i);
    store<T>(f.r, i, r);
    const Complex product = conj(load<T>(f.r0, i)) * r;
    return {{product.re, product.im, squared(r)}};
}
TASUKI_HD Sums<kUpdateSums> update_at(const UpdateFields<Fixed16>& f,
                                      const Scalars& s, std::size_t site) {
    FixedSite x{f.x, site}, r{f.r, site};
    const FixedSite r0{f.r0, site}, p{f.p, site}, t{f.t, site};
    const UpdateFields<float> own{x.update(), r.update(), {}, r0, p, t, {}};
    const auto sums = sum_over_site<kUpdateSums, 2>(
        [&](std::size_t i) { return update_at<float>(own, s, i); });
    x.store(f.x, site);
    r.store(f.r, site);
    return sums;
}

template <class T>
TASUKI_HD void direction_at(const DirectionFields<T>& f, const Scalars& s,
                            std::size_t i) {
    const Complex p = load<T>(f.p, i) - s.omega * load<T>(f.v, i);
    store<T>(f.p, i, load<T>(f.r, i) + s.beta * p);
}
TASUKI_HD void direction_at(const DirectionFields<Fixed16>& f, const Scalars& s,
                            std::size_t site) {
    FixedSite p{f.p, site};
    const FixedSite r{f.r, site}, v{f.v, site};
    const DirectionFields<float> own{p.update(), r, v, {}};
    TASUKI_UNROLL(24)
    for (int i = 0; i < FixedSite::kReals / 2; ++i)
        direction_at<float>(own, s, i);
    p.store(f.p, site);
}

// The steps of the scalars of column c, with the totals of its partial sums.

struct BeginBody {
    Scalars* scalars;
    BeginArgs targets;
    /// @param totals  |r|^2, where r0 = r
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        scalars[c] = {};
        scalars[c].course.begin(targets.of[c], totals[0]);
        scalars[c].rho = {totals[0], 0};
    }
};

/// After a converged end: beta, omega and p are still those for the next
/// direction.
struct GoOnBody {
    Scalars* scalars;
    BeginArgs targets;
    /// @param totals  |r|^2 of the new r; Re (r0, r), Im (r0, r), |r0|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        scalars[c].course.begin(targets.of[c], totals[0]);
        scalars[c].rho = {totals[1], totals[2]};
    }
};

struct AlphaBody {
    Scalars* scalars;
    /// @param totals  Re (r0, v), Im (r0, v), |r0|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        Scalars& s = scalars[c];
        if (!s.course.is_running()) return;
        s.alpha = s.rho / Complex{totals[0], totals[1]};
        const double size = squared(s.alpha);
        if (!Course::is_finite(size) || size == 0)
            s.course.phase = Phase::broken;
    }
};

struct OmegaBody {
    Scalars* scalars;
    /// @param totals  Re (t, r), Im (t, r), |t|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        if (!scalars[c].course.is_running()) return;
        // t = 0 where r is, and alpha p alone leads to the solution.
        const double scale = totals[2] > 0 ? 1 / totals[2] : 0;
        scalars[c].omega = {totals[0] * scale, totals[1] * scale};
    }
};

struct BetaBody {
    Scalars* scalars;
    /// @param totals  as kUpdateSums
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        Scalars& s = scalars[c];
        if (!s.course.is_running()) return;
        s.course.add(totals[2]);
        const Complex rho{totals[0], totals[1]};
        s.beta = rho / s.rho * (s.alpha / s.omega);
        s.rho = rho;
        if (s.course.is_running() && !Course::is_finite(squared(s.beta)))
            s.course.phase = Phase::broken;
    }
};

template <class T>
void half_update_cpu(const Args& args,
                     const HalfUpdateFields<T>& fields) noexcept;
template <class T>
void half_update_gpu(const Args& args, const HalfUpdateFields<T>& fields,
                     gpu::Stream stream);
template <class T>
void update_cpu(const Args& args, const UpdateFields<T>& fields) noexcept;
template <class T>
void update_gpu(const Args& args, const UpdateFields<T>& fields,
                gpu::Stream stream);
template <class T>
void direction_cpu(const Args& args, const DirectionFields<T>& fields) noexcept;
template <class T>
void direction_gpu(const Args& args, const DirectionFields<T>& fields,
                   gpu::Stream stream);

template <class T>
struct HalfUpdate {
    static constexpr auto name = "bicgstab_half_update";
    using Args = bicgstab::Args;
    static constexpr auto cpu = half_update_cpu<T>;
    static constexpr auto gpu = half_update_gpu<T>;
};
template <class T>
struct Update {
    static constexpr auto name = "bicgstab_update";
    using Args = bicgstab::Args;
    static constexpr auto cpu = update_cpu<T>;
    static constexpr auto gpu = update_gpu<T>;
};
template <class T>
struct Direction {
    static constexpr auto name = "bicgstab_direction";
    using Args = bicgstab::Args;
    static constexpr auto cpu = direction_cpu<T>;
    static constexpr auto gpu = direction_gpu<T>;
};

/// Sets the scalars to those before the first iteration.
struct Begin {
    static constexpr auto name = "bicgstab_scalars";
    using Args = BeginArgs;
    static void cpu(const Args& args, runtime::Write<Scalars> scalars,
                    Partials r) noexcept;
    static void gpu(const Args& args, runtime::Write<Scalars> scalars,
                    Partials r, gpu::Stream stream);
};
/// Goes on with a new r where the solver has converged.
struct GoOn {
    static constexpr auto name = "bicgstab_scalars";
    using Args = BeginArgs;
    static void cpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials r, Partials sums) noexcept;
    static void gpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials r, Partials sums, gpu::Stream stream);
};
/// A step of the scalars after one or another pass.
/// @tparam Body  AlphaBody, OmegaBody or BetaBody
template <class Body>
struct Step {
    static constexpr auto name = "bicgstab_scalars";
    using Args = bicgstab::Args;
    static void cpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials sums) noexcept;
    static void gpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials sums, gpu::Stream stream);
};
using Alpha = Step<AlphaBody>;
using Omega = Step<OmegaBody>;
using Beta = Step<BetaBody>;

}  // namespace tasuki::linalg::bicgstab
