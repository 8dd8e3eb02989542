#include "graphs/solver/even_odd.hpp"

#include <algorithm>
#include <deque>
#include <type_traits>
#include <utility>

#include "codelets/wilson/forms/forms.hpp"
#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/site_norms/site_norms.hpp"
#include "codelets/wilson/site_order/site_order.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"
#include "codelets/wilson/transfer.hpp"
#include "codelets/wilson/unit/unit.hpp"
#include "graphs/wilson/block_links.hpp"
#include "runtime/core/team.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
using runtime::Array, runtime::Where;

namespace {

constexpr int kEven = 0, kOdd = 1;

double flops_of_hop(const wil::Geometry& g) {
    constexpr double kSumWithIn = 2 * wil::kSpinorReals;
    return (wil::hopping::kFlopsPerSite + kSumWithIn / 2) * g.half_volume;
}

wil::unit::Column column_of(const lattice::UnitField& field) {
    wil::unit::Column column;
    column.component = field.component;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        column.first[mu] = field.where.first()[mu];
        column.extent[mu] = field.where.extents()[mu];
    }
    return column;
}

/// Of one parity of a block.
wil::unit::Args unit_args(const Lattice& lattice, int block, int parity,
                          const std::vector<lattice::UnitField>& columns) {
    const auto& d = lattice.decomposition();
    wil::unit::Args args;
    args.geometry = lattice.geometry();
    args.parity = parity;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        args.origin[mu] = d.origin(block)[mu];
        args.lattice[mu] = d.whole()[mu];
    }
    std::ranges::transform(columns, args.columns, column_of);
    return args;
}

}  // namespace

template <class T>
EvenOddField<T>::EvenOddField(const Lattice& lattice)
    : even{lattice.half_field<T>()},
      odd{lattice.half_field<T>()},
      lattice_{lattice} {}

template <class T>
void EvenOddField<T>::write(
    const std::vector<const lattice::SpinorField*>& columns) {
    const auto& d = lattice_.decomposition();
    const std::size_t half = lattice_.column_reals<T>();
    for (std::size_t k = 0; k < even.size(); ++k) {
        const auto to_even = even[k].write(), to_odd = odd[k].write();
        for (std::size_t c = 0; c < std::size_t(lattice_.columns()); ++c) {
            const wil::BothParities<T> column{
                to_even.span().subspan(c * half, half),
                to_odd.span().subspan(c * half, half)};
            if (c < columns.size() && columns[c] != nullptr) {
                wil::import_spinor(*columns[c],
                                   d.origin(lattice_.local_blocks()[k]),
                                   lattice_.geometry(), column);
            } else {
                for (const auto parity : {column.even, column.odd})
                    lattice::zero_fill(parity.data(), parity.size_bytes());
            }
        }
    }
}

template <class T>
void EvenOddField<T>::submit_units(
    const std::vector<lattice::UnitField>& columns) {
    for (const int parity : {kEven, kOdd})
        lattice_.submit_pass_with<wil::unit::Kernel>(
            [&](int block) {
                return unit_args(lattice_, block, parity, columns);
            },
            0, parity == kEven ? even : odd);
}

template <class T>
lattice::SpinorField EvenOddField<T>::read(int column) {
    const auto& d = lattice_.decomposition();
    const auto& g = lattice_.geometry();
    if (sites_.empty())
        for (std::size_t k = 0; k < even.size(); ++k)
            sites_.emplace_back(lattice_.context(),
                                d.block().volume() * wil::kSpinorReals);
    lattice_.submit_pass<wil::site_order::Kernel>({g, column}, 0, sites_, even,
                                                  odd);
    lattice::SpinorField field{d.local_region()};
    for (std::size_t k = 0; k < even.size(); ++k) {
        const auto block = sites_[k].read();
        wil::export_ordered(block.span(), g,
                            d.origin(lattice_.local_blocks()[k]), field);
    }
    return field;
}

template <class T>
void EvenOddField<T>::submit_site_norms() {
    if (even_norms_.empty()) {
        even_norms_ = lattice_.half_scalars();
        odd_norms_ = lattice_.half_scalars();
    }
    using Norms = wil::site_norms::Kernel;
    lattice_.submit_pass<Norms>({}, 2, even_norms_, even);
    lattice_.submit_pass<Norms>({}, 2, odd_norms_, odd);
}

template <class T>
void EvenOddField<T>::add_slice_norms(int column, int mu,
                                      std::span<double> sums) const {
    using Host = Array<double>::Host<const double>;
    const auto& d = lattice_.decomposition();
    const auto& g = lattice_.geometry();
    std::deque<Host> norms[2];
    for (std::size_t k = 0; k < even.size(); ++k) {
        norms[kEven].emplace_back(even_norms_[k], runtime::Access::read);
        norms[kOdd].emplace_back(odd_norms_[k], runtime::Access::read);
    }
    const auto before = static_cast<std::size_t>(column) * g.half_volume;
    const auto norm_at = [&](const lattice::Coordinates& site) {
        const int block = d.block_of(site);
        const auto origin = d.origin(block);
        const auto place =
            wil::site_index(g, site[0] - origin[0], site[1] - origin[1],
                            site[2] - origin[2], site[3] - origin[3]);
        return norms[place.parity][d.local_index(block)]
            .span()[before + place.index];
    };
    const lattice::Region local = d.local_region();
    const auto sum_slice = [&](int at) {
        auto extents = local.extents();
        auto first = local.first();
        extents.n[mu] = 1;
        first[mu] = (first[mu] + at) % local.whole()[mu];
        const lattice::Region slice{local.whole(), first, extents};
        double sum = sums[first[mu]];
        for (std::size_t n = 0; n < slice.volume(); ++n)
            sum += norm_at(slice.site(n));
        sums[first[mu]] = sum;
    };
    runtime::parallel_ranges(local.extents()[mu], 1,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto at = begin; at < end; ++at)
                                     sum_slice(static_cast<int>(at));
                             });
}

template <class T>
void EvenOddField<T>::fetch_site_norms() const {
    for (const auto* half : {&even_norms_, &odd_norms_})
        for (const auto& block : *half) (void)block.read();
}

template <class T, int kLinkReals>
EvenOddOperator<T, kLinkReals>::EvenOddOperator(Lattice& lattice,
                                                const lattice::GaugeField& u)
    : lattice_{lattice},
      twist_{lattice.options().twist()},
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
    wil::add_forms();
    const auto tiles = static_cast<std::size_t>(lattice.columns()) *
                       lattice.geometry().half_volume / wil::kTile;
    const wilson::BlockLinks<T, kLinkReals> links{
        lattice.context(), lattice.decomposition(), lattice.places(), u};
    for (const int b : lattice.local_blocks()) {
        tile_sums_.emplace_back(lattice.context(), tiles);
        links_.push_back(links.of_block(b));
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
    const auto g = wilson::block_geometry(d);
    const auto links = wil::link_reals(g, kLinkReals) * sizeof(T);
    const auto tile_sums =
        sizeof(double) * columns * g.half_volume / wil::kTile;
    return static_cast<double>(links + tile_sums) +
           wilson::FaceExchange<T, kLinkReals>::bytes_per_block(
               d, wilson::Sites::one_parity, columns);
}

template <class T, int kLinkReals>
template <class... Sums>
void EvenOddOperator<T, kLinkReals>::submit_hop(int parity, Adjoint adjoint,
                                                const Sum& sum, Blocks<T>& out,
                                                const Blocks<T>& in,
                                                const Blocks<T>& x,
                                                Sums&... sums) {
    using Kernel = std::conditional_t<sizeof...(sums) == 0,
                                      wil::hopping::Kernel<T, kLinkReals>,
                                      wil::hopping::NormKernel<T, kLinkReals>>;
    const auto& g = lattice_.geometry();
    const bool dagger = adjoint == Adjoint::yes;
    const double sign = dagger ? -1 : 1;
    faces_.submit_products(in, {1 - parity, dagger});
    const double of_norm = sizeof...(sums) == 0 ? 0 : 2;
    const double flops_per_real =
        flops_of_hop(g) / lattice_.block_reals() + of_norm;
    // x is in the task's list, but not read.
    const double bytes_without_x =
        g.half_volume * (wil::kBytesPerLinkReal<T> * 8 * kLinkReals +
                         wil::kBytesPerSpinor<T> * 2 * lattice_.columns());
    lattice_.submit_pass<Kernel>(
        {g, parity, dagger, lattice_.options().bc_t, sum.a, sum.b,
         lattice_.columns(), sign * sum.twist_x, sign * sum.twist_h},
        {flops_per_real, sum.a == 0 ? bytes_without_x : 0}, out, in, x, links_,
        sums...);
    faces_.submit_merge(sum.b, out, sign * sum.twist_h);
}

template <class T, int kLinkReals>
template <class... Sums>
void EvenOddOperator<T, kLinkReals>::submit_sum(int parity, Adjoint adjoint,
                                                double b, Blocks<T>& out,
                                                const Blocks<T>& in,
                                                const Blocks<T>& x,
                                                Sums&... sums) {
    if (term_) {
        submit_hop(parity, adjoint, {0, b}, out, in, x);
        term_->submit_add(parity, adjoint, out, x, sums...);
    } else {
        submit_hop(parity, adjoint, {1, b, twist_}, out, in, x, sums...);
    }
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_solved(Adjoint adjoint, double a,
                                                   double b, Blocks<T>& out,
                                                   const Blocks<T>& in,
                                                   const Blocks<T>& x) {
    if (term_) {
        submit_hop(kOdd, adjoint, {a, b}, out, in, x);
        term_->submit_odd_inverse(adjoint, out);
    } else {
        const double scale = 1 / (1 + twist_ * twist_);
        submit_hop(kOdd, adjoint, {scale * a, scale * b, -twist_, -twist_}, out,
                   in, x);
    }
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
void EvenOddOperator<T, kLinkReals>::submit_to_odd(const Blocks<T>& in,
                                                   Adjoint adjoint) {
    submit_tune(in);
    submit_solved(adjoint, 0, 1, odd_, in, in);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hat(const Blocks<T>& in,
                                                Blocks<T>& out,
                                                Adjoint adjoint) {
    const double kappa = lattice_.options().kappa;
    submit_to_odd(in, adjoint);
    submit_sum(kEven, adjoint, -kappa * kappa, out, odd_, in);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_hat(const Blocks<T>& in,
                                                Blocks<T>& out,
                                                LatticeSums& norm2,
                                                Adjoint adjoint) {
    const double kappa = lattice_.options().kappa;
    submit_to_odd(in, adjoint);
    submit_sum(kEven, adjoint, -kappa * kappa, out, odd_, in, tile_sums_);
    // Of cut faces the merge is after the hopping term, but before the clover
    // term.
    const auto& g = lattice_.geometry();
    const bool merged = !term_ && lattice_.decomposition().blocks() > 1;
    const double anew = merged ? wil::tile_sums::part_at_faces(g) : 0;
    const double bytes_per_site =
        anew * wil::kBytesPerSpinor<T> + double{sizeof(double)} / wil::kTile;
    lattice_.submit_pass<wil::tile_sums::Kernel<T>>(
        {g, merged},
        {2 * anew, bytes_per_site * g.half_volume * lattice_.columns()}, norm2,
        tile_sums_, out);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_reduced_source(
    const EvenOddField<T>& b, Blocks<T>& out) {
    const Blocks<T>* odd = &b.odd;
    if (term_ || twist_ != 0) {
        submit_solved(Adjoint::no, 1, 0, odd_, b.even, b.odd);
        odd = &odd_;
    }
    submit_hop(kEven, Adjoint::no, {1, lattice_.options().kappa}, out, *odd,
               b.even);
}

template <class T, int kLinkReals>
void EvenOddOperator<T, kLinkReals>::submit_odd_solution(
    const EvenOddField<T>& b, EvenOddField<T>& x) {
    submit_solved(Adjoint::no, 1, lattice_.options().kappa, x.odd, x.even,
                  b.odd);
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
