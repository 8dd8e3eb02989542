// overrelaxation: moves the links U_mu(x) of one mu and one parity of a slab
// as far as possible without a change of the action.  In each SU(2) subgroup
//   U <- (V^dagger)^2 U,
// where k V, k > 0, is the projection of U A on the subgroup: V goes to
// V^dagger, and Re tr V stays.
// Sources: Creutz, Phys. Rev. D 36 (1987) 515; Brown & Woch, Phys. Rev. Lett.
// 58 (1987) 2394; Gattringer & Lang (2010), ch. 4.
#pragma once

#include "codelets/quenched/slab_kernel.hpp"
#include "codelets/quenched/staple.hpp"
#include "codelets/quenched/subgroup.hpp"

namespace tasuki::quenched::overrelaxation {

struct Args {
    SlabPlace place;
    int mu;
    Parity parity;
};

/// Staples, U A and the subgroups [flop/link].
inline constexpr double kFlopsPerLink =
    kFlopsPerStaple + kFlopsPerProduct + 3 * (kFlopsPerSubgroup + 28);

/// Updates half the links of direction `mu` in u.own; the neighbours' are only
/// read.  The result does not depend on how the lattice is cut, nor on where
/// the links are.
void run_cpu(const Args& args, const SlabLinks& u) noexcept;
void run_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream);

struct Overrelaxation {
    static constexpr auto name = "overrelaxation";
    using Args = overrelaxation::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};
template <class... Neighbours>
using Kernel = SlabKernel<Overrelaxation, Neighbours...>;

}  // namespace tasuki::quenched::overrelaxation
