#include "graphs/solver/even_odd.hpp"

#include <algorithm>
#include <utility>

#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/transfer.hpp"
#include "runtime/core/team.hpp"
#include "runtime/simulation/simulation.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
using runtime::Array, runtime::Where;

namespace {

constexpr int kEven = 0, kOdd = 1;

double flops_of_hop(const wil::Geometry& g) {
    constexpr double kSumWithIn = 2 * wil::kSpinorReals;
    return (wil::hopping::kFlopsPerSite + kSumWithIn / 2) * g.half_volume;
}

template <class T>
void clear(std::span<T> numbers) {
    runtime::parallel_ranges(
        numbers.size(), 1, [=](std::size_t begin, std::size_t end) {
            std::ranges::fill(numbers.subspan(begin, end - begin), T{});
        });
}

}  // namespace

template <class T>
EvenOddField<T>::EvenOddField(const Lattice& lattice)
    : even{lattice.half_field<T>()},
      odd{lattice.half_field<T>()},
      lattice_{lattice} {}

template <class T>
void EvenOddField<T>::write(
    const std::vector<const lattice::SpinorField*>& fields) {
    const auto& d = lattice_.decomposition();
    const std::size_t half = lattice_.column_reals<T>();
    for (std::size_t k = 0; k < even.size(); ++k) {
        const auto to_even = even[k].write(), to_odd = odd[k].write();
        for (std::size_t c = 0; c < std::size_t(lattice_.columns()); ++c) {
            const wil::BothParities<T> column{
                to_even.span().subspan(c * half, half),
                to_odd.span().subspan(c * half, half)};
            if (c < fields.size() && fields[c] != nullptr) {
                wil::import_spinor(*fields[c],
                                   d.origin(lattice_.local_blocks()[k]),
                                   lattice_.geometry(), column);
            } else {
                clear(column.even);
                clear(column.odd);
            }
        }
    }
}

template <class T>
lattice::SpinorField EvenOddField<T>::read(int column) const {
    const auto& d = lattice_.decomposition();
    lattice::SpinorField field{d.local_region()};
    const std::size_t half = lattice_.column_reals<T>();
    for (std::size_t k = 0; k < even.size(); ++k) {
        const auto of_even = even[k].read(), of_odd = odd[k].read();
        wil::export_spinor(
            wil::BothParities<const T>{
                of_even.span().subspan(column * half, half),
                of_odd.span().subspan(column * half, half)},
            lattice_.geometry(), d.origin(lattice_.local_blocks()[k]), field);
    }
    return field;
}

template <class T>
void EvenOddField<T>::renew() {
    for (Blocks<T>* half : {&even, &odd})
        for (auto& block : *half) (void)block.write();
}

template <class T>
void EvenOddField<T>::fetch() const {
    for (const Blocks<T>* half : {&even, &odd})
        for (const auto& block : *half) (void)block.read();
}

template <class T, int kLinkReals>
EvenOddOperator<T, kLinkReals>::EvenOddOperator(Lattice& lattice,
                                                const lattice::GaugeField& u)
    : lattice_{lattice},
      faces_{lattice.context(),
             lattice.decomposition(),
             u,
             lattice.places(),
             {.bc_t = lattice.options().bc_t,
              .sites = wilson::Sites::one_parity,
              .columns = lattice.columns(),
              .first_tag =
                  lattice.take_tags(wilson::FaceExchange<T, kLinkReals>::tags(
                      lattice.decomposition()))}},
      odd_{lattice.half_field<T>()} {
    for (const int b : lattice.local_blocks()) {
        auto& links = links_.emplace_back(
            lattice.context(), wil::link_reals(lattice.geometry(), kLinkReals));
        wil::import_links<T, kLinkReals>(u, lattice.decomposition().origin(b),
                                         lattice.geometry(),
                                         links.write().span());
        if (lattice.places().is_prefetched(b))
            links.prefetch(lattice.places().home(b));
    }
    if (lattice.options().has_clover_term())
        term_ = std::make_unique<CloverTerm<T>>(lattice, u);
}

template <class T, int kLinkReals>
double EvenOddOperator<T, kLinkReals>::flops_of_hat() const {
    const double of_term = term_ ? term_->flops_of_hat() : 0;
    return 2 * flops_of_hop(lattice_.geometry()) *
               lattice_.decomposition().blocks() +
           of_term;
}

template <class T, int kLinkReals>
double EvenOddOperator<T, kLinkReals>::bytes_per_block(
    const wilson::Decomposition& d, int columns) {
    return static_cast<double>(
               wil::link_reals(wilson::block_geometry(d), kLinkReals) *
               sizeof(T)) +
           wilson::FaceExchange<T, kLinkReals>::bytes_per_block(
               d, wilson::Sites::one_parity, columns);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hop(int parity, Adjoint adjoint,
                                                double a, double b,
                                                Blocks<T>& out,
                                                const Blocks<T>& in,
                                                const Blocks<T>& x) {
    const auto& g = lattice_.geometry();
    const bool dagger = adjoint == Adjoint::yes;
    faces_.submit_products(in, {1 - parity, dagger});
    const double flops_per_real = flops_of_hop(g) / lattice_.block_reals();
    // x is in the task's list, but not read.
    const double bytes_without_x =
        g.half_volume * (wil::kBytesPerLinkReal<T> * 8 * kLinkReals +
                         wil::kBytesPerSpinor<T> * 2 * lattice_.columns());
    lattice_.submit_pass<wil::hopping::Kernel<T, kLinkReals>>(
        {g, parity, dagger, lattice_.options().bc_t, a, b, lattice_.columns()},
        {flops_per_real, a == 0 ? bytes_without_x : 0}, out, in, x, links_);
    faces_.submit_merge(b, out);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_sum(int parity, Adjoint adjoint,
                                                double b, Blocks<T>& out,
                                                const Blocks<T>& in,
                                                const Blocks<T>& x) {
    submit_hop(parity, adjoint, term_ ? 0 : 1, b, out, in, x);
    if (term_) term_->submit_add(parity, adjoint, out, x);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd_inverse(Adjoint adjoint,
                                                        Blocks<T>& x) {
    if (term_) term_->submit_odd_inverse(adjoint, x);
}

/// The launch of a sweep over one parity is found once for each GPU.
template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_tune(const Blocks<T>& in) {
    if (std::exchange(is_tuned_, true) || runtime::simulates() ||
        lattice_.options().placement.bulk() == Where::cpu)
        return;
    int last = -1;
    for (std::size_t k = 0; k < links_.size(); ++k) {
        const int home = lattice_.places().home(lattice_.local_blocks()[k]);
        if (home < 0 || std::exchange(last, home) == home) continue;
        runtime::submit<wil::hopping::TuneKernel<T, kLinkReals>>(
            lattice_.context(),
            {lattice_.geometry(), kOdd, false, lattice_.options().bc_t, 0, 1,
             lattice_.columns()},
            {.where = Where::gpu, .worker = home}, odd_[k], in[k], in[k],
            links_[k]);
    }
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hat(const Blocks<T>& in,
                                                Blocks<T>& out,
                                                Adjoint adjoint) {
    const double kappa = lattice_.options().kappa;
    submit_tune(in);
    submit_hop(kOdd, adjoint, 0, 1, odd_, in, in);
    submit_odd_inverse(adjoint, odd_);
    submit_sum(kEven, adjoint, -kappa * kappa, out, odd_, in);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_reduced_source(
    const EvenOddField<T>& b, Blocks<T>& out) {
    const Blocks<T>* odd = &b.odd;
    if (term_) {
        // A copy, since C^-1 works in place.
        submit_hop(kOdd, Adjoint::no, 1, 0, odd_, b.even, b.odd);
        submit_odd_inverse(Adjoint::no, odd_);
        odd = &odd_;
    }
    submit_hop(kEven, Adjoint::no, 1, lattice_.options().kappa, out, *odd,
               b.even);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd_solution(
    const EvenOddField<T>& b, EvenOddField<T>& x) {
    submit_hop(kOdd, Adjoint::no, 1, lattice_.options().kappa, x.odd, x.even,
               b.odd);
    submit_odd_inverse(Adjoint::no, x.odd);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_even(const EvenOddField<T>& x,
                                                 Blocks<T>& out) {
    submit_sum(kEven, Adjoint::no, -lattice_.options().kappa, out, x.odd,
               x.even);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd(const EvenOddField<T>& x,
                                                Blocks<T>& out) {
    submit_sum(kOdd, Adjoint::no, -lattice_.options().kappa, out, x.even,
               x.odd);
}

template class EvenOddField<double>;
template class EvenOddOperator<double, 18>;
template class EvenOddOperator<float, 12>;
template class EvenOddOperator<wil::Fixed16, 12>;

}  // namespace tasuki::graphs::solver
