#include "graphs/solver/clover_term.hpp"

#include "codelets/wilson/clover/blocks.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;
namespace clover = wil::clover;
using runtime::Array;

template <class T>
CloverTerm<T>::CloverTerm(Lattice& lattice, const lattice::GaugeField& u)
    : lattice_{lattice}, twist_{lattice.options().twist()} {
    const auto& options = lattice.options();
    const auto& g = lattice.geometry();
    for (const int b : lattice.local_blocks()) {
        const auto add = [&](Blocks<T>& blocks) -> Array<T>& {
            return blocks.emplace_back(lattice.context(),
                                       clover::block_reals<T>(g.half_volume));
        };
        Array<T>&even = add(even_), &odd = add(odd_),
        &inverse = add(odd_inverse_);
        {
            const auto to_even = even.write(), to_odd = odd.write(),
                       to_inverse = inverse.write();
            if (!runtime::simulates())  // where there are no links
                clover::import_blocks<T>(
                    u, lattice.decomposition().origin(b), g,
                    {options.kappa * options.csw, twist_},
                    {to_even.span(), to_odd.span(), to_inverse.span()});
        }
        if (!lattice.places().is_prefetched(b)) continue;
        even.prefetch(lattice.places().home(b));
        inverse.prefetch(lattice.places().home(b));
    }
}

template <class T>
template <class K, class... Fields>
void CloverTerm<T>::submit(Adjoint adjoint, double twist, Fields&... fields) {
    lattice_.submit_pass<K>({adjoint == Adjoint::yes ? -twist : twist},
                            clover::kFlopsPerSite / wil::kSpinorReals,
                            fields...);
}

template <class T>
void CloverTerm<T>::submit_add(int parity, Adjoint adjoint, Blocks<T>& out,
                               const Blocks<T>& in) {
    submit<clover::Add<T>>(adjoint, twist_, out, in,
                           parity == 0 ? even_ : odd_);
}

template <class T>
void CloverTerm<T>::submit_add(int parity, Adjoint adjoint, Blocks<T>& out,
                               const Blocks<T>& in, Blocks<double>& tile_sums) {
    submit<clover::AddNorm<T>>(adjoint, twist_, out, in,
                               parity == 0 ? even_ : odd_, tile_sums);
}

template <class T>
void CloverTerm<T>::submit_odd_inverse(Adjoint adjoint, Blocks<T>& x) {
    submit<clover::Multiply<T>>(adjoint, 0, x, odd_inverse_);
    // C^-1 = (A - i t g_5) (A^2 + t^2)^-1
    if (twist_ != 0) submit<clover::Multiply<T>>(adjoint, -twist_, x, odd_);
}

template <class T>
double CloverTerm<T>::flops_of_hat() const {
    return (twist_ == 0 ? 2 : 3) * clover::kFlopsPerSite / wil::kSpinorReals *
           lattice_.reals();
}

template <class T>
double CloverTerm<T>::bytes_per_block(const wilson::Decomposition& d) {
    return 3.0 * sizeof(T) *
           clover::block_reals<T>(wilson::block_geometry(d).half_volume);
}

template class CloverTerm<double>;
template class CloverTerm<float>;
template class CloverTerm<wil::Fixed16>;

}  // namespace tasuki::graphs::solver
