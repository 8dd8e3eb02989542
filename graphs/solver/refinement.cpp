#include "graphs/solver/refinement.hpp"

#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/refinement/refinement.hpp"
#include "codelets/wilson/transfer.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
using runtime::Array;

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
               const lattice::GaugeField& u, Blocks<double>& x,
               const Blocks<double>& b)
        : m_{m},
          x_{x},
          b_{b},
          inner_m_{m.lattice(), u},
          inner_{make_iteration(method, inner_m_, d_, r_)} {
        for (auto& block : d_) block.fill(T{});
    }

    void submit_begin(const std::vector<double>& target2, From from) override {
        namespace refinement = wil::refinement;
        lattice().template submit_pass<refinement::Correction<T>>({}, 1, x_,
                                                                  d_);
        m_.submit_hat(x_, mx_);
        lattice().template submit_pass<refinement::Residual<T>>({}, 3, r_, r2_,
                                                                b_, mx_);
        linalg::Targets targets{};
        for (std::size_t c = 0; c < target2.size(); ++c) {
            const double reduction = target2[c] > 0 ? kReduction<T> : 0;
            targets.of[c] = {target2[c], reduction * reduction};
        }
        inner_->submit_refine(targets, from, r2_);
    }
    void submit_iteration() override { inner_->submit_iteration(); }
    void submit_report(Array<linalg::Course>& course) override {
        inner_->submit_report(course);
    }
    double flops() const override { return inner_->flops(); }

  private:
    Lattice& lattice() const { return m_.lattice(); }

    EvenOddOperator<double, 18>& m_;
    Blocks<double>& x_;
    const Blocks<double>& b_;
    Blocks<double> mx_ = lattice().template half_field<double>();
    LatticeSums r2_{lattice()};
    EvenOddOperator<T, kLinkReals> inner_m_;
    Blocks<T> d_ = lattice().template half_field<T>(),
              r_ = lattice().template half_field<T>();
    std::unique_ptr<InnerIteration> inner_;
};

}  // namespace

const char* name_of(Inner inner) {
    if (inner == Inner::none) return "double";
    return inner == Inner::half ? "half" : "single";
}

double reduction_of(Inner inner) {
    return inner == Inner::half ? kReduction<wil::Fixed16> : kReduction<float>;
}

std::unique_ptr<Iteration> make_refinement(Inner inner, Method method,
                                           EvenOddOperator<double, 18>& m,
                                           const lattice::GaugeField& u,
                                           Blocks<double>& x,
                                           const Blocks<double>& b) {
    if (inner == Inner::half)
        return std::make_unique<Refinement<wil::Fixed16>>(method, m, u, x, b);
    return std::make_unique<Refinement<float>>(method, m, u, x, b);
}

double refinement_bytes(Inner inner, const wilson::Decomposition& d,
                        int columns) {
    const auto sites = static_cast<double>(d.block().volume());
    const auto of = [&]<class T>(T) {
        const double mx = sites / 2 * wil::kBytesPerSpinor<double>;
        return columns *
               (mx +
                sites * kFields / 2 *
                    wil::kBytesPerSpinor<T>)+EvenOddOperator<T, kLinkReals>::
                   bytes_per_block(d, columns);
    };
    switch (inner) {
        case Inner::half:
            return of(wil::Fixed16{});
        case Inner::single:
            return of(float{});
        case Inner::none:
            break;
    }
    return 0;
}

}  // namespace tasuki::graphs::solver
