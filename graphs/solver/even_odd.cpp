#include "graphs/solver/even_odd.hpp"

#include <algorithm>

#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/transfer.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
using runtime::Array, runtime::Where;

namespace {

constexpr int kEven = 0, kOdd = 1;

wil::Geometry whole_geometry(const lattice::Extents& extents) {
    constexpr bool kUncut[lattice::kDimensions] = {};
    return wil::make_geometry(extents, kUncut);
}

int first_gpu(const runtime::Context& context) {
    const auto gpus = context.workers(runtime::Worker::Kind::gpu);
    return gpus.empty() ? -1 : gpus.front().id;
}

}  // namespace

template <class T>
EvenOddField<T>::EvenOddField(runtime::Context& context, const wil::Geometry& g)
    : geometry{g},
      even{context, wil::spinor_reals<T>(g) / 2},
      odd{context, wil::spinor_reals<T>(g) / 2} {}

template <class T>
void EvenOddField<T>::write(const lattice::SpinorField& field) {
    std::vector<T> tiles(even.size() + odd.size());
    wil::import_spinor(field, {0, 0, 0, 0}, geometry, std::span<T>{tiles});
    const std::span<const T> both{tiles};
    even.assign(both.first(even.size()));
    odd.assign(both.last(odd.size()));
}

template <class T>
lattice::SpinorField EvenOddField<T>::read(
    const lattice::Extents& extents) const {
    std::vector<T> tiles(even.size() + odd.size());
    std::ranges::copy(even.read().span(), tiles.begin());
    std::ranges::copy(odd.read().span(), tiles.end() - odd.size());
    lattice::SpinorField field{extents};
    wil::export_spinor(std::span<const T>{tiles}, geometry, {0, 0, 0, 0},
                       field);
    return field;
}

template <class T, int kLinkReals>
EvenOddOperator<T, kLinkReals>::EvenOddOperator(runtime::Context& context,
                                                const lattice::GaugeField& u,
                                                const EvenOddOptions& options)
    : context_{context},
      options_{options},
      geometry_{whole_geometry(u.extents())},
      home_{options.where == Where::cpu ? -1 : first_gpu(context)},
      links_{context, wil::link_reals(geometry_, kLinkReals)},
      odd_{context, wil::spinor_reals<T>(geometry_) / 2} {
    wil::import_links<T, kLinkReals>(u, {0, 0, 0, 0}, geometry_,
                                     links_.write().span());
    if (home_ >= 0) links_.prefetch(home_);
}

template <class T, int kLinkReals>
runtime::SubmitOptions EvenOddOperator<T, kLinkReals>::task_options(
    double flops) const {
    runtime::SubmitOptions options{.where = options_.where, .flops = flops};
    options.near = home_;
    if (options.where == Where::gpu) options.worker = home_;
    return options;
}

template <class T, int kLinkReals>
double EvenOddOperator<T, kLinkReals>::flops_of_hat(const wil::Geometry& g) {
    constexpr double kSumWithIn = 2 * wil::kSpinorReals;
    return (2 * wil::hopping::kFlopsPerSite + kSumWithIn) * g.half_volume;
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hop(int parity, Adjoint adjoint,
                                                double a, double b,
                                                Array<T>& out,
                                                const Array<T>& in,
                                                const Array<T>& x) {
    runtime::submit<wil::hopping::Kernel<T, kLinkReals>>(
        context_,
        {geometry_, parity, adjoint == Adjoint::yes, options_.bc_t, a, b},
        task_options(flops_of_hat(geometry_) / 2), out, in, x, links_);
}

/// The launch of a sweep over one parity is found once for the GPU.
template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_tune(const Array<T>& in) {
    if (std::exchange(is_tuned_, true) || home_ < 0) return;
    runtime::submit<wil::hopping::TuneKernel<T, kLinkReals>>(
        context_, {geometry_, kOdd, false, options_.bc_t, 0, 1},
        {.where = Where::gpu, .worker = home_}, odd_, in, in, links_);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hat(const Array<T>& in,
                                                Array<T>& out,
                                                Adjoint adjoint) {
    submit_tune(in);
    submit_hop(kOdd, adjoint, 0, 1, odd_, in, in);
    submit_hop(kEven, adjoint, 1, -options_.kappa * options_.kappa, out, odd_,
               in);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_reduced_source(
    const EvenOddField<T>& b, Array<T>& out) {
    submit_hop(kEven, Adjoint::no, 1, options_.kappa, out, b.odd, b.even);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd_solution(
    const EvenOddField<T>& b, EvenOddField<T>& x) {
    submit_hop(kOdd, Adjoint::no, 1, options_.kappa, x.odd, x.even, b.odd);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_even(const EvenOddField<T>& x,
                                                 Array<T>& out) {
    submit_hop(kEven, Adjoint::no, 1, -options_.kappa, out, x.odd, x.even);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd(const EvenOddField<T>& x,
                                                Array<T>& out) {
    submit_hop(kOdd, Adjoint::no, 1, -options_.kappa, out, x.even, x.odd);
}

template struct EvenOddField<double>;
template class EvenOddOperator<double, 18>;
template class EvenOddOperator<float, 12>;
template class EvenOddOperator<wil::Fixed16, 12>;

}  // namespace tasuki::graphs::solver
