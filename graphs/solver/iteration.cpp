#include "graphs/solver/iteration.hpp"

#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/report/report.hpp"

namespace tasuki::graphs::solver {

namespace cg = linalg::cg;
namespace bicgstab = linalg::bicgstab;
using runtime::Array;

namespace {

linalg::Targets targets_of(const std::vector<double>& target2) {
    linalg::Targets targets{};
    for (std::size_t c = 0; c < target2.size(); ++c)
        targets.of[c] = {target2[c]};
    return targets;
}

/// What all methods have: the operator, x, b, and a field like x.
template <class T, int kLinkReals>
class Base : public InnerIteration {
  public:
    Base(EvenOddOperator<T, kLinkReals>& m, Blocks<T>& x, const Blocks<T>& b)
        : m_{m}, x_{x}, b_{b} {}

  protected:
    Lattice& lattice() const { return m_.lattice(); }
    Blocks<T> field() const { return lattice().template half_field<T>(); }
    /// A pass over the fields with so many flop for each real.
    template <class K, class... Fields>
    void submit_pass(double flops_per_real, Fields&... fields) {
        lattice().template submit_pass<K>({}, flops_per_real, fields...);
    }
    /// r = b - M_hat x, with q_ = M_hat x.
    void submit_residual(Blocks<T>& r, LatticeSums& r2) {
        submit_pass<linalg::difference::Kernel<T>>(3, r, r2, b_, q_);
    }
    /// r = b, where x is zero.
    void submit_source(Blocks<T>& r, LatticeSums& r2) {
        submit_pass<linalg::difference::Kernel<T>>(3, r, r2, b_, x_);
    }
    template <class S>
    void submit_report_of(const SharedScalars<S>& scalars,
                          Array<linalg::Course>& course) {
        runtime::submit<linalg::report::Kernel<S>>(lattice().context(), {},
                                                   lattice().scalar_options(),
                                                   course, scalars.array());
    }
    /// With two of M_hat.
    double flops_with(double per_real) const {
        return 2 * m_.flops_of_hat() + per_real * lattice().reals();
    }

    EvenOddOperator<T, kLinkReals>& m_;
    Blocks<T>& x_;
    const Blocks<T>& b_;
    Blocks<T> q_ = field();  // M_hat x, then M_hat p
};

template <class T, int kLinkReals>
class Cg : public Base<T, kLinkReals> {
    using Base<T, kLinkReals>::m_, Base<T, kLinkReals>::x_,
        Base<T, kLinkReals>::q_, Base<T, kLinkReals>::lattice;

  public:
    using Base<T, kLinkReals>::Base;

    void submit_begin(const std::vector<double>& target2, From) override {
        m_.submit_hat(x_, q_);
        this->submit_residual(s_, s2_);
        m_.submit_hat(s_, r_, r2_, Adjoint::yes);
        m_.submit_hat(s_, p_, Adjoint::yes);
        scalars_.template submit_step<cg::Begin>(targets_of(target2), s2_, r2_);
    }
    void submit_refine(const linalg::Targets& targets, From from,
                       LatticeSums& b2) override {
        this->submit_source(s_, s2_);
        m_.submit_hat(s_, r_, r2_, Adjoint::yes);
        if (from == From::direction) {
            scalars_.template submit_step<cg::GoOn>(targets, b2, r2_);
            submit_direction();
        } else {
            m_.submit_hat(s_, p_, Adjoint::yes);
            scalars_.template submit_step<cg::Begin>(targets, b2, r2_);
        }
    }
    void submit_iteration() override {
        m_.submit_hat(p_, q_, q2_);
        scalars_.template submit_step<cg::Alpha>({}, q2_);
        this->template submit_pass<cg::Update<T>>(6, x_, s_, s2_, p_, q_,
                                                  scalars_);
        m_.submit_hat(s_, r_, r2_, Adjoint::yes);
        scalars_.template submit_step<cg::Beta>({}, s2_, r2_);
        submit_direction();
    }
    void submit_report(Array<linalg::Course>& course) override {
        this->submit_report_of(scalars_, course);
    }
    double flops() const override { return this->flops_with(2 + 6 + 2 + 2); }

  private:
    void submit_direction() {
        this->template submit_pass<cg::Direction<T>>(2, p_, r_, scalars_);
    }

    Blocks<T> s_ = this->field(), r_ = this->field(), p_ = this->field();
    LatticeSums q2_{lattice()}, s2_{lattice()}, r2_{lattice()};
    SharedScalars<cg::Scalars> scalars_{lattice()};
};

template <class T, int kLinkReals>
class Bicgstab : public Base<T, kLinkReals> {
    using Base<T, kLinkReals>::m_, Base<T, kLinkReals>::x_,
        Base<T, kLinkReals>::q_, Base<T, kLinkReals>::lattice;

  public:
    using Base<T, kLinkReals>::Base;

    void submit_begin(const std::vector<double>& target2, From) override {
        m_.submit_hat(x_, q_);
        for (auto* copy : {&r_, &r0_, &p_}) this->submit_residual(*copy, r2_);
        scalars_.template submit_step<bicgstab::Begin>(targets_of(target2),
                                                       r2_);
    }
    void submit_refine(const linalg::Targets& targets, From from,
                       LatticeSums& b2) override {
        this->submit_source(r_, r2_);
        if (from == From::direction) {
            submit_dot(r0_, r_);
            scalars_.template submit_step<bicgstab::GoOn>(targets, b2, sums_);
            submit_direction();
        } else {
            for (auto* copy : {&r0_, &p_}) this->submit_source(*copy, r2_);
            scalars_.template submit_step<bicgstab::Begin>(targets, b2);
        }
    }
    void submit_iteration() override {
        m_.submit_hat(p_, q_);
        submit_dot(r0_, q_);
        scalars_.template submit_step<bicgstab::Alpha>({}, sums_);
        this->template submit_pass<bicgstab::HalfUpdate<T>>(4, r_, q_,
                                                            scalars_);
        m_.submit_hat(r_, t_);
        submit_dot(t_, r_);
        scalars_.template submit_step<bicgstab::Omega>({}, sums_);
        this->template submit_pass<bicgstab::Update<T>>(18, x_, r_, sums_, r0_,
                                                        p_, t_, scalars_);
        scalars_.template submit_step<bicgstab::Beta>({}, sums_);
        submit_direction();
    }
    void submit_report(Array<linalg::Course>& course) override {
        this->submit_report_of(scalars_, course);
    }
    double flops() const override {
        return this->flops_with(6 + 4 + 6 + 18 + 8);
    }

  private:
    void submit_direction() {
        this->template submit_pass<bicgstab::Direction<T>>(8, p_, r_, q_,
                                                           scalars_);
    }
    void submit_dot(const Blocks<T>& x, const Blocks<T>& y) {
        this->template submit_pass<linalg::dot::Kernel<T>>(6, sums_, x, y);
    }

    Blocks<T> r_ = this->field(), r0_ = this->field(), p_ = this->field(),
              t_ = this->field();
    LatticeSums r2_{lattice()};
    static_assert(linalg::dot::kDotSums == bicgstab::kUpdateSums);
    LatticeSums sums_{lattice(), linalg::dot::kDotSums};
    SharedScalars<bicgstab::Scalars> scalars_{lattice()};
};

}  // namespace

template <class T, int kLinkReals>
std::unique_ptr<InnerIteration> make_iteration(
    Method method, EvenOddOperator<T, kLinkReals>& m, Blocks<T>& x,
    const Blocks<T>& b) {
    if (method == Method::cg)
        return std::make_unique<Cg<T, kLinkReals>>(m, x, b);
    return std::make_unique<Bicgstab<T, kLinkReals>>(m, x, b);
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                    \
    template std::unique_ptr<InnerIteration> make_iteration( \
        Method, EvenOddOperator<T, kLinkReals>&, Blocks<T>&, \
        const Blocks<T>&);
TASUKI_INSTANTIATE(double, 18)
TASUKI_INSTANTIATE(float, 12)
TASUKI_INSTANTIATE(tasuki::wilson::Fixed16, 12)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::solver
