// The Wilson-Dirac operator by parity of the sites, on a whole periodic
// lattice, as a task graph.  With D_eo and D_oe the hopping term H to even and
// to odd sites (codelets/wilson/hopping),
//
//   M = 1 - kappa H = (     1       -kappa D_eo )
//                     ( -kappa D_oe      1      )
//
// so that M x = b is, for the even sites alone,
//
//   M_hat x_e = b_e + kappa D_eo b_o,   M_hat = 1 - kappa^2 D_eo D_oe,
//
// and then x_o = b_o + kappa D_oe x_e.  M_hat^dagger = g_5 M_hat g_5.
// b - M x is zero on odd sites, and on even ones the residual of M_hat.
#pragma once

#include "codelets/lattice/spinor_field.hpp"
#include "codelets/wilson/geometry.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::graphs::solver {

/// A spinor field as its two parities, (volume / 2) spinors each.
template <class T>
struct EvenOddField {
    EvenOddField(runtime::Context& context,
                 const tasuki::wilson::Geometry& geometry);

    /// Waits for tasks that use it.
    void write(const lattice::SpinorField& field);
    /// Of that lattice; waits for the tasks that compute it.
    lattice::SpinorField read(const lattice::Extents& extents) const;

    tasuki::wilson::Geometry geometry;
    runtime::Array<T> even, odd;
};

enum class Adjoint { no, yes };

struct EvenOddOptions {
    double kappa;
    int bc_t = -1;  ///< +1 periodic, -1 antiperiodic in T
    runtime::Where where = runtime::Where::any;
};

/// @tparam T           double, float or Fixed16
/// @tparam kLinkReals  18, 12 or 8 stored
template <class T, int kLinkReals>
class EvenOddOperator {
  public:
    /// Stores the links.
    /// @throws UsageError  an odd extent
    EvenOddOperator(runtime::Context& context, const lattice::GaugeField& u,
                    const EvenOddOptions& options);

    // All of these submit tasks and return at once; `out` is another array than
    // the rest.

    /// out = M_hat in, or its adjoint, on even sites.
    void submit_hat(const runtime::Array<T>& in, runtime::Array<T>& out,
                    Adjoint adjoint = Adjoint::no);
    /// out = b_e + kappa D_eo b_o
    void submit_reduced_source(const EvenOddField<T>& b,
                               runtime::Array<T>& out);
    /// x_o = b_o + kappa D_oe x_e
    void submit_odd_solution(const EvenOddField<T>& b, EvenOddField<T>& x);
    /// M x without preconditioning, on even and on odd sites.
    void submit_even(const EvenOddField<T>& x, runtime::Array<T>& out);
    void submit_odd(const EvenOddField<T>& x, runtime::Array<T>& out);

    const tasuki::wilson::Geometry& geometry() const { return geometry_; }
    runtime::Context& context() const { return context_; }
    /// For tasks that work beside the operator, with this many flop.
    runtime::SubmitOptions task_options(double flops) const;
    /// [flop]
    static double flops_of_hat(const tasuki::wilson::Geometry& geometry);

  private:
    void submit_hop(int parity, Adjoint adjoint, double a, double b,
                    runtime::Array<T>& out, const runtime::Array<T>& in,
                    const runtime::Array<T>& x);
    void submit_tune(const runtime::Array<T>& in);

    runtime::Context& context_;
    EvenOddOptions options_;
    tasuki::wilson::Geometry geometry_;
    int home_;  // worker, -1 for the host's
    bool is_tuned_ = false;
    runtime::Array<T> links_;
    runtime::Array<T> odd_;  // D_oe in
};

}  // namespace tasuki::graphs::solver
