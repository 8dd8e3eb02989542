// cg: the conjugate-gradient method for M^dagger M x = M^dagger b, in the form
// that keeps the residual s = b - M x of the equation itself:
//   q = M p             alpha = |r|^2 / |q|^2
//   x += alpha p        s -= alpha q             (Update, with |s|^2)
//   r = M^dagger s      beta = |r|^2 / |r before|^2
//   p = r + beta p                               (Direction)
// |s| never grows. Fields have a column for each right-hand side
// (partial_sums.hpp), with scalars of its own. Between the lines, Alpha and
// Beta keep the scalars. Source: Hestenes and Stiefel, J. Res. NBS 49 (1952)
// 409, section 10; as CGLS in Bjorck, Numerical Methods for Least Squares
// Problems (1996), section 7.4.
#pragma once

#include "codelets/linalg/course.hpp"
#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"

namespace tasuki::linalg::cg {

struct Scalars {
    Course course;
    double gamma;  ///< |r|^2
    double alpha, beta;
};

struct Args {};

using BeginArgs = linalg::Targets;

/// x = alpha p + x and s = s - alpha q in the columns whose solver has not
/// ended.
template <class T>
struct UpdateFields {
    runtime::Update<T> x, s;          // (columns)(size)
    runtime::Write<double> partials;  // (columns)(kPartials) of |s|^2
    runtime::Read<T> p, q;            // (columns)(size)
    runtime::Read<Scalars> scalars;   // (columns)
};

/// p = r + beta p in the columns whose solver has not ended.
template <class T>
struct DirectionFields {
    runtime::Update<T> p;            // (columns)(size)
    runtime::Read<T> r;              // (columns)(size)
    runtime::Read<Scalars> scalars;  // (columns)
};

template <class T>
TASUKI_HD Sums<1> update_at(const UpdateFields<T>& f, double alpha,
                            std::size_t i) {
    f.x[i] = static_cast<T>(f.x[i] + alpha * f.p[i]);
    const double s = f.s[i] - alpha * f.q[i];
    f.s[i] = static_cast<T>(s);
    return {{s * s}};
}

TASUKI_HD Sums<1> update_at(const UpdateFields<Fixed16>& f, double alpha,
                            std::size_t site) {
    FixedSite x{f.x, site}, s{f.s, site};
    const FixedSite p{f.p, site}, q{f.q, site};
    const UpdateFields<float> own{x.update(), s.update(), {}, p, q, {}};
    const auto sums = sum_over_site<1, 1>(
        [&](std::size_t i) { return update_at<float>(own, alpha, i); });
    x.store(f.x, site);
    s.store(f.s, site);
    return sums;
}

template <class T>
TASUKI_HD void direction_at(const DirectionFields<T>& f, double beta,
                            std::size_t i) {
    f.p[i] = static_cast<T>(f.r[i] + beta * f.p[i]);
}
TASUKI_HD void direction_at(const DirectionFields<Fixed16>& f, double beta,
                            std::size_t site) {
    FixedSite p{f.p, site};
    const FixedSite r{f.r, site};
    const DirectionFields<float> own{p.update(), r, {}};
    TASUKI_UNROLL(24)
    for (int i = 0; i < FixedSite::kReals; ++i)
        direction_at<float>(own, beta, i);
    p.store(f.p, site);
}

// The steps of the scalars of column c, with the totals of its partial sums.

struct BeginBody {
    Scalars* scalars;
    BeginArgs targets;
    /// @param totals  |s|^2, |r|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        scalars[c] = {};
        scalars[c].course.begin(targets.of[c], totals[0]);
        scalars[c].gamma = totals[1];
    }
};

/// After a converged end: beta and p are still those for the next direction.
struct GoOnBody {
    Scalars* scalars;
    BeginArgs targets;
    /// @param totals  |s|^2, |r|^2 of the new s
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        scalars[c].course.begin(targets.of[c], totals[0]);
        scalars[c].gamma = totals[1];
    }
};

struct AlphaBody {
    Scalars* scalars;
    /// @param totals  |q|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        Scalars& s = scalars[c];
        if (!s.course.is_running()) return;
        s.alpha = s.gamma / totals[0];
        // Zero too: the residual is then orthogonal to all that M reaches.
        if (!Course::is_finite(s.alpha) || s.alpha == 0)
            s.course.phase = Phase::broken;
    }
};

struct BetaBody {
    Scalars* scalars;
    /// @param totals  |s|^2, |r|^2
    TASUKI_HD void operator()(std::size_t c, const double* totals) const {
        Scalars& s = scalars[c];
        if (!s.course.is_running()) return;
        s.course.add(totals[0]);
        s.beta = totals[1] / s.gamma;
        s.gamma = totals[1];
    }
};

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
struct Update {
    static constexpr auto name = "cg_update";
    using Args = cg::Args;
    static constexpr auto cpu = update_cpu<T>;
    static constexpr auto gpu = update_gpu<T>;
};
template <class T>
struct Direction {
    static constexpr auto name = "cg_direction";
    using Args = cg::Args;
    static constexpr auto cpu = direction_cpu<T>;
    static constexpr auto gpu = direction_gpu<T>;
};

/// Sets the scalars to those before the first iteration.
struct Begin {
    static constexpr auto name = "cg_scalars";
    using Args = BeginArgs;
    static void cpu(const Args& args, runtime::Write<Scalars> scalars,
                    Partials s, Partials r) noexcept;
    static void gpu(const Args& args, runtime::Write<Scalars> scalars,
                    Partials s, Partials r, gpu::Stream stream);
};
/// Goes on with a new s where the solver has converged.
struct GoOn {
    static constexpr auto name = "cg_scalars";
    using Args = BeginArgs;
    static void cpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials s, Partials r) noexcept;
    static void gpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials s, Partials r, gpu::Stream stream);
};
/// alpha, from |q|^2.
struct Alpha {
    static constexpr auto name = "cg_scalars";
    using Args = cg::Args;
    static void cpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials q) noexcept;
    static void gpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials q, gpu::Stream stream);
};
/// beta, and the course of the solver.
struct Beta {
    static constexpr auto name = "cg_scalars";
    using Args = cg::Args;
    static void cpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials s, Partials r) noexcept;
    static void gpu(const Args& args, runtime::Update<Scalars> scalars,
                    Partials s, Partials r, gpu::Stream stream);
};

}  // namespace tasuki::linalg::cg
