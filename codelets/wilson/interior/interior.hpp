// interior: the Wilson-Dirac operator on all sites of one block, from the
// neighbours inside the block:
//   out(n) = psi(n) - kappa * sum_mu [ (1 - g_mu) U_mu(n)           psi(n+mu)
//                                    + (1 + g_mu) U_mu(n-mu)^dagger psi(n-mu) ]
// A direction that is not cut wraps around; terms beyond the edge of a cut
// direction are left out, and merge adds them.
// Lattice units (a = 1); gamma basis and source in arithmetic-inl.hpp.
#pragma once

#include "codelets/wilson/geometry.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson::interior {

struct Args {
    Geometry geometry;
    double kappa;
    int t_sign;  ///< +1 or -1: boundary condition where T wraps around
};

/// The task's buffers, in submission order.
template <class T>
struct Fields {
    T* out;        // write (volume) spinors
    const T* psi;  // read  (volume) spinors
    const T* u;    // read  (volume)(4) links of kLinkReals
};

/// As the 2015 paper counts: six terms of 12 + 132 + 48, two of 12 + 132 + 24.
inline constexpr double kFlopsPerSite = 1488;
/// As the lattice community counts.
inline constexpr double kCommunityFlopsPerSite = 1320;
/// Least memory traffic per site: every link and spinor once [B].
template <class T>
constexpr double bytes_per_site(int link_reals) {
    return sizeof(T) * (4.0 * link_reals + 2 * kSpinorReals);
}

/// What the CPU's loop is cut into: columns of cells in t, or tiles of one
/// parity where a block is too small for eight sub-blocks.
inline std::size_t cpu_units(const Geometry& g) {
    return g.lanes == kTile ? g.cells() / g.sub[kT] : g.half_volume / kTile;
}

template <class T, int kLinkReals>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;

#if defined(TASUKI_HAS_GPU)
template <class T, int kLinkReals>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept;
#endif

/// Buffers: out (write), psi (read), u (read).
template <class T, int kLinkReals>
runtime::Codelet& codelet();

}  // namespace tasuki::wilson::interior
