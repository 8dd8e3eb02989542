// hopping: the hopping term H of the Wilson-Dirac operator from one parity to
// the other, on one block, from the neighbours inside the block:
//   out(n) = a (1 + i s g_5) x(n) + b (1 + i t g_5) (H in)(n),
//   (H psi)(n) = sum_mu [ (1 - g_mu) U_mu(n)           psi(n+mu)
//                       + (1 + g_mu) U_mu(n-mu)^dagger psi(n-mu) ]
// for the sites n of one parity, or its adjoint H^dagger = g_5 H g_5.
// With a = 0 it is D_eo or D_oe; with a = 1, b = -kappa^2 after another hop,
// the even-odd operator x - kappa^2 D_eo D_oe x without another pass.
// s and t are for a twisted mass, and zero without one.
// Terms beyond the edge of a cut direction are left out.
#pragma once

#include "codelets/wilson/hopping/sweep_kernel.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::hopping {

struct Args {
    Geometry geometry;
    int parity;  ///< of out: 0 even, 1 odd
    bool dagger;
    int t_sign;  ///< +1 or -1: boundary condition where T wraps around
    double a, b;
    int columns = 1;                  ///< of the fields, with the same links
    double twist_x = 0, twist_h = 0;  ///< s and t; not changed by `dagger`
};

template <class T>
struct Fields {
    runtime::Write<T> out;  // (columns)(volume / 2) spinors of `parity`
    runtime::Read<T> in;    // (columns)(volume / 2) of the other parity
    runtime::Read<T> x;  // (columns)(volume / 2) of `parity`; not read if a = 0
    runtime::Read<T> u;  // (volume)(4) links of kLinkReals
};

/// As the lattice community counts, per output site; two more per component
/// for the sum with x.
inline constexpr double kFlopsPerSite = 1320;

/// Least memory traffic per output site and column: eight links for all of
/// them, a spinor in, one out, and x where it is read [B].
template <class T>
constexpr double bytes_per_site(int link_reals, bool with_x, int columns = 1) {
    return kBytesPerLinkReal<T> * 8 * link_reals / columns +
           kBytesPerSpinor<T> * (with_x ? 3 : 2);
}

template <class T>
inline SweepFields<T> sweep_fields(const Args& args, const Fields<T>& f) {
    const int p = args.parity;
    SweepFields<T> s{};
    s.out[p] = f.out;
    s.in[1 - p] = f.in;
    s.x[p] = f.x;
    s.u = f.u;
    return s;
}
inline Sweep sweep(const Args& args) {
    return {args.geometry, args.parity, 1,      args.dagger,
            args.t_sign,   args.a,      args.b, args.columns,
            args.twist_x,  args.twist_h};
}

struct Hopping {
    static constexpr auto name = "hopping";
    using Args = hopping::Args;
    template <class T>
    using Fields = hopping::Fields<T>;
};
template <class T, int kLinkReals>
using Kernel = SweepKernel<Hopping, T, kLinkReals>;
/// And sums of |out|^2.
template <class T, int kLinkReals>
using NormKernel = SweepNormKernel<Hopping, T, kLinkReals>;
template <class T, int kLinkReals>
using TuneKernel = TuneSweepKernel<Hopping, T, kLinkReals>;

}  // namespace tasuki::wilson::hopping
