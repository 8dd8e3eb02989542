// heatbath: new links U_mu(x), for one mu and one parity of a slab, from the
// distribution that the other links leave them,
//   dP(U) ~ exp(beta/3 Re tr(U A)) dU,   A = the staples of the link.
// Pseudo heat bath: an SU(2) heat bath in each of the three SU(2) subgroups.
// Links of one direction and parity share no plaquette, so they are
// independent, provided that all extents of the lattice are even.
// Sources: Cabibbo & Marinari, Phys. Lett. B 119 (1982) 387; Kennedy &
// Pendleton, Phys. Lett. B 156 (1985) 393; Gattringer & Lang (2010), ch. 4.
#pragma once

#include "codelets/quenched/slab_kernel.hpp"
#include "codelets/quenched/staple.hpp"
#include "codelets/quenched/subgroup.hpp"

namespace tasuki::quenched::heatbath {

struct Args {
    SlabPlace place;
    int mu;
    Parity parity;
    double beta;          ///< 6 / g^2, positive
    std::uint64_t seed;   ///< of the run
    std::uint32_t sweep;  ///< every sweep has other random numbers
};

/// Staples, U A and the subgroups; sampling, about 20 calls of
/// elementary functions per link, is not counted [flop/link].
inline constexpr double kFlopsPerLink =
    kFlopsPerStaple + kFlopsPerProduct + 3 * (kFlopsPerSubgroup + 28);

/// Updates half the links of direction `mu` in u.own; the neighbours' are only
/// read.  The result does not depend on how the lattice is cut, nor on where
/// the links are.
void run_cpu(const Args& args, const SlabLinks& u) noexcept;
void run_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream);

struct Heatbath {
    static constexpr auto name = "heatbath";
    using Args = heatbath::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};
template <class... Neighbours>
using Kernel = SlabKernel<Heatbath, Neighbours...>;

}  // namespace tasuki::quenched::heatbath
