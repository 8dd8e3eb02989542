// interior: the Wilson-Dirac operator on all sites of one block, from the
// neighbours inside the block:
//   out(n) = psi(n) - kappa * sum_mu [ (1 - g_mu) U_mu(n)           psi(n+mu)
//                                    + (1 + g_mu) U_mu(n-mu)^dagger psi(n-mu) ]
// A direction that is not cut wraps around; terms beyond the edge of a cut
// direction are left out, and merge adds them.
// Lattice units (a = 1); gamma basis and source in arithmetic-inl.hpp.
#pragma once

#include "codelets/wilson/hopping/sweep_kernel.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::interior {

struct Args {
    Geometry geometry;
    double kappa;
    int t_sign;  ///< +1 or -1: boundary condition where T wraps around
};

template <class T>
struct Fields {
    runtime::Write<T> out;  // (volume) spinors
    runtime::Read<T> psi;   // (volume) spinors
    runtime::Read<T> u;     // (volume)(4) links of kLinkReals
};

/// As the 2015 paper counts: six terms of 12 + 132 + 48, two of 12 + 132 + 24.
inline constexpr double kFlopsPerSite = 1488;
/// As the lattice community counts.
inline constexpr double kCommunityFlopsPerSite = 1320;
/// Least memory traffic per site: every link and spinor once [B].
template <class T>
constexpr double bytes_per_site(int link_reals) {
    return kBytesPerLinkReal<T> * 4 * link_reals + 2 * kBytesPerSpinor<T>;
}

template <class T>
inline SweepFields<T> sweep_fields(const Args& args, const Fields<T>& f) {
    const std::size_t half =
        static_cast<std::size_t>(args.geometry.half_volume) / kTile *
        SpinorRecord<T>::kTileReals;
    return {{f.out, f.out + half},
            {f.psi, f.psi + half},
            {f.psi, f.psi + half},
            f.u};
}
inline Sweep sweep(const Args& args) {
    return {args.geometry, 0, 2, false, args.t_sign, 1, -args.kappa};
}

struct Interior {
    static constexpr auto name = "interior";
    using Args = interior::Args;
    template <class T>
    using Fields = interior::Fields<T>;
};
template <class T, int kLinkReals>
using Kernel = SweepKernel<Interior, T, kLinkReals>;
template <class T, int kLinkReals>
using TuneKernel = TuneSweepKernel<Interior, T, kLinkReals>;

}  // namespace tasuki::wilson::interior
