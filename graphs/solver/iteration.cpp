#include "graphs/solver/iteration.hpp"

#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/linalg/report/report.hpp"

namespace tasuki::graphs::solver {

using runtime::Array, runtime::submit;

namespace {

constexpr std::size_t kPartials = linalg::kPartials;

/// What all methods have: the operator, x, b, and an array of the size of x.
template <class T, int kLinkReals>
class Base : public InnerIteration {
  public:
    Base(EvenOddOperator<T, kLinkReals>& m, Array<T>& x, const Array<T>& b)
        : m_{m}, x_{x}, b_{b}, q_{m.context(), x.size()} {}

  protected:
    Array<T> field() const { return {context(), x_.size()}; }
    runtime::Context& context() const { return m_.context(); }
    /// Of a pass over the fields with so many flop for each real.
    runtime::SubmitOptions pass(double flops_per_real) const {
        return m_.task_options(flops_per_real * static_cast<double>(x_.size()));
    }
    /// r = b - M_hat x, with q_ = M_hat x.
    void submit_residual(Array<T>& r, Array<double>& partials) {
        submit<linalg::difference::Kernel<T>>(context(), {}, pass(3), r,
                                              partials, b_, q_);
    }
    /// r = b, where x is zero.
    void submit_source(Array<T>& r, Array<double>& partials) {
        submit<linalg::difference::Kernel<T>>(context(), {}, pass(3), r,
                                              partials, b_, x_);
    }
    double hats() const {
        return 2 * EvenOddOperator<T, kLinkReals>::flops_of_hat(m_.geometry());
    }

    EvenOddOperator<T, kLinkReals>& m_;
    Array<T>& x_;
    const Array<T>& b_;
    Array<T> q_;  // M_hat x, then M_hat p
};

template <class T, int kLinkReals>
class Cg : public Base<T, kLinkReals> {
    using Base<T, kLinkReals>::m_, Base<T, kLinkReals>::x_,
        Base<T, kLinkReals>::q_, Base<T, kLinkReals>::pass,
        Base<T, kLinkReals>::context;

  public:
    using Base<T, kLinkReals>::Base;

    void submit_begin(double target2, From) override {
        m_.submit_hat(x_, q_);
        this->submit_residual(s_, s2_);
        m_.submit_hat(s_, r_, Adjoint::yes);
        m_.submit_hat(s_, p_, Adjoint::yes);
        submit_norm2(r_, r2_);
        submit<linalg::cg::Begin>(context(), {target2}, pass(0), scalars_, s2_,
                                  r2_);
    }
    void submit_refine(const linalg::Target& target, From from,
                       const Array<double>& b2) override {
        this->submit_source(s_, s2_);
        m_.submit_hat(s_, r_, Adjoint::yes);
        submit_norm2(r_, r2_);
        if (from == From::direction) {
            submit<linalg::cg::GoOn>(context(), target, pass(0), scalars_, b2,
                                     r2_);
            submit<linalg::cg::Direction<T>>(context(), {}, pass(2), p_, r_,
                                             scalars_);
        } else {
            m_.submit_hat(s_, p_, Adjoint::yes);
            submit<linalg::cg::Begin>(context(), target, pass(0), scalars_, b2,
                                      r2_);
        }
    }
    void submit_iteration() override {
        m_.submit_hat(p_, q_);
        submit_norm2(q_, q2_);
        submit<linalg::cg::Alpha>(context(), {}, pass(0), scalars_, q2_);
        submit<linalg::cg::Update<T>>(context(), {}, pass(6), x_, s_, s2_, p_,
                                      q_, scalars_);
        m_.submit_hat(s_, r_, Adjoint::yes);
        submit_norm2(r_, r2_);
        submit<linalg::cg::Beta>(context(), {}, pass(0), scalars_, s2_, r2_);
        submit<linalg::cg::Direction<T>>(context(), {}, pass(2), p_, r_,
                                         scalars_);
    }
    void submit_report(Array<linalg::Course>& course) override {
        submit<linalg::report::Kernel<linalg::cg::Scalars>>(
            context(), {}, pass(0), course, scalars_);
    }
    double flops() const override {
        return this->hats() + (2 + 6 + 2 + 2) * static_cast<double>(x_.size());
    }

  private:
    void submit_norm2(const Array<T>& x, Array<double>& partials) {
        submit<linalg::norm2::Kernel<T>>(context(), {x.size()}, pass(2),
                                         partials, x);
    }

    Array<T> s_ = this->field(), r_ = this->field(), p_ = this->field();
    Array<double> q2_{context(), kPartials}, s2_{context(), kPartials},
        r2_{context(), kPartials};
    Array<linalg::cg::Scalars> scalars_{context(), 1};
};

template <class T, int kLinkReals>
class Bicgstab : public Base<T, kLinkReals> {
    using Base<T, kLinkReals>::m_, Base<T, kLinkReals>::x_,
        Base<T, kLinkReals>::q_, Base<T, kLinkReals>::pass,
        Base<T, kLinkReals>::context;

  public:
    using Base<T, kLinkReals>::Base;

    void submit_begin(double target2, From) override {
        m_.submit_hat(x_, q_);
        for (auto* copy : {&r_, &r0_, &p_}) this->submit_residual(*copy, r2_);
        submit<linalg::bicgstab::Begin>(context(), {target2}, pass(0), scalars_,
                                        r2_);
    }
    void submit_refine(const linalg::Target& target, From from,
                       const Array<double>& b2) override {
        this->submit_source(r_, r2_);
        if (from == From::direction) {
            submit_dot(r0_, r_);
            submit<linalg::bicgstab::GoOn>(context(), target, pass(0), scalars_,
                                           b2, sums_);
            submit_direction();
        } else {
            for (auto* copy : {&r0_, &p_}) this->submit_source(*copy, r2_);
            submit<linalg::bicgstab::Begin>(context(), target, pass(0),
                                            scalars_, b2);
        }
    }
    void submit_iteration() override {
        m_.submit_hat(p_, q_);
        submit_dot(r0_, q_);
        submit<linalg::bicgstab::Alpha>(context(), {}, pass(0), scalars_,
                                        sums_);
        submit<linalg::bicgstab::HalfUpdate<T>>(context(), {}, pass(4), r_, q_,
                                                scalars_);
        m_.submit_hat(r_, t_);
        submit_dot(t_, r_);
        submit<linalg::bicgstab::Omega>(context(), {}, pass(0), scalars_,
                                        sums_);
        submit<linalg::bicgstab::Update<T>>(context(), {}, pass(18), x_, r_,
                                            sums_, r0_, p_, t_, scalars_);
        submit<linalg::bicgstab::Beta>(context(), {}, pass(0), scalars_, sums_);
        submit_direction();
    }
    void submit_report(Array<linalg::Course>& course) override {
        submit<linalg::report::Kernel<linalg::bicgstab::Scalars>>(
            context(), {}, pass(0), course, scalars_);
    }
    double flops() const override {
        return this->hats() +
               (6 + 4 + 6 + 18 + 8) * static_cast<double>(x_.size());
    }

  private:
    void submit_direction() {
        submit<linalg::bicgstab::Direction<T>>(context(), {}, pass(8), p_, r_,
                                               q_, scalars_);
    }
    void submit_dot(const Array<T>& x, const Array<T>& y) {
        submit<linalg::dot::Kernel<T>>(context(), {}, pass(6), sums_, x, y);
    }

    Array<T> r_ = this->field(), r0_ = this->field(), p_ = this->field(),
             t_ = this->field();
    Array<double> r2_{context(), kPartials};
    static_assert(linalg::dot::kDotSums == linalg::bicgstab::kUpdateSums);
    Array<double> sums_{context(), linalg::dot::kDotSums* kPartials};
    Array<linalg::bicgstab::Scalars> scalars_{context(), 1};
};

}  // namespace

template <class T, int kLinkReals>
std::unique_ptr<InnerIteration> make_iteration(
    Method method, EvenOddOperator<T, kLinkReals>& m, Array<T>& x,
    const Array<T>& b) {
    if (method == Method::cg)
        return std::make_unique<Cg<T, kLinkReals>>(m, x, b);
    return std::make_unique<Bicgstab<T, kLinkReals>>(m, x, b);
}

template std::unique_ptr<InnerIteration> make_iteration(
    Method, EvenOddOperator<double, 18>&, Array<double>&, const Array<double>&);
template std::unique_ptr<InnerIteration> make_iteration(
    Method, EvenOddOperator<float, 12>&, Array<float>&, const Array<float>&);
template std::unique_ptr<InnerIteration> make_iteration(
    Method, EvenOddOperator<tasuki::wilson::Fixed16, 12>&,
    Array<tasuki::wilson::Fixed16>&, const Array<tasuki::wilson::Fixed16>&);

}  // namespace tasuki::graphs::solver
