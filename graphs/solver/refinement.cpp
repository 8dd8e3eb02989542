#include "graphs/solver/refinement.hpp"

#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/refinement/refinement.hpp"
#include "codelets/wilson/transfer.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
using runtime::Array, runtime::submit;

namespace {

constexpr int kLinkReals = 12;

/// By which the iterations reduce the residual before it is computed anew: what
/// they take for it drifts by rounding, which is large in fixed point.
template <class T>
constexpr double kReduction = std::is_same_v<T, float> ? 1e-2 : 2e-1;

/// Halves of fields: d, r, and the five of BiCGStab, which has more than CG;
/// and D_oe in.
constexpr double kFields = 2 + 5 + 1;

template <class T>
class Refinement : public Iteration {
  public:
    Refinement(Method method, EvenOddOperator<double, 18>& m,
               const lattice::GaugeField& u, const EvenOddOptions& options,
               Array<double>& x, const Array<double>& b)
        : m_{m},
          x_{x},
          b_{b},
          mx_{context(), x.size()},
          inner_m_{context(), u, options},
          d_{context(), wil::spinor_reals<T>(m.geometry()) / 2, T{}},
          r_{context(), d_.size()},
          inner_{make_iteration(method, inner_m_, d_, r_)} {}

    void submit_begin(double target2, From from) override {
        namespace refinement = wil::refinement;
        submit<refinement::Correction<T>>(context(), {}, pass(1), x_, d_);
        m_.submit_hat(x_, mx_);
        submit<refinement::Residual<T>>(context(), {}, pass(3), r_, r2_, b_,
                                        mx_);
        const double reduction = target2 > 0 ? kReduction<T> : 0;
        inner_->submit_refine({target2, reduction * reduction}, from, r2_);
    }
    void submit_iteration() override { inner_->submit_iteration(); }
    void submit_report(Array<linalg::Course>& course) override {
        inner_->submit_report(course);
    }
    double flops() const override { return inner_->flops(); }

  private:
    runtime::Context& context() const { return m_.context(); }
    runtime::SubmitOptions pass(double flops_per_real) const {
        return m_.task_options(flops_per_real * static_cast<double>(x_.size()));
    }

    EvenOddOperator<double, 18>& m_;
    Array<double>& x_;
    const Array<double>& b_;
    Array<double> mx_;
    Array<double> r2_{context(), linalg::kPartials};
    EvenOddOperator<T, kLinkReals> inner_m_;
    Array<T> d_, r_;
    std::unique_ptr<InnerIteration> inner_;
};

}  // namespace

const char* name_of(Inner inner) {
    if (inner == Inner::none) return "double";
    return inner == Inner::half ? "half" : "single";
}

std::unique_ptr<Iteration> make_refinement(Inner inner, Method method,
                                           EvenOddOperator<double, 18>& m,
                                           const lattice::GaugeField& u,
                                           const EvenOddOptions& options,
                                           Array<double>& x,
                                           const Array<double>& b) {
    if (inner == Inner::half)
        return std::make_unique<Refinement<wil::Fixed16>>(method, m, u, options,
                                                          x, b);
    return std::make_unique<Refinement<float>>(method, m, u, options, x, b);
}

double refinement_bytes(Inner inner, const lattice::Extents& extents) {
    const auto sites = static_cast<double>(extents.volume());
    const auto of = [sites](double link_real, double spinor) {
        return sites * (4 * kLinkReals * link_real + kFields / 2 * spinor);
    };
    const double mx = sites / 2 * wil::kBytesPerSpinor<double>;
    switch (inner) {
        case Inner::half:
            return mx +
                   of(sizeof(wil::Fixed16), wil::kBytesPerSpinor<wil::Fixed16>);
        case Inner::single:
            return mx + of(sizeof(float), wil::kBytesPerSpinor<float>);
        case Inner::none:
            break;
    }
    return 0;
}

}  // namespace tasuki::graphs::solver
