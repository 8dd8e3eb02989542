// A solver of mixed precision, as an Iteration: the iterations work in single
// precision or 16-bit fixed point, on a correction d to x,
//
//   r = b - M_hat x        in double          M_hat d = r   iterations
//   x = x + d              in double
//
// and end when they have reduced |r| by a factor.  The next ones begin with the
// r that is then computed from x, and go on in the same direction: a
// refinement costs one application of M_hat in double, and no iterations.
// Sources: Clark, Babich, Barros, Brower and Rebbi, Comput. Phys. Commun. 181
// (2010) 1517 (reliable updates); van der Vorst and Ye, SIAM J. Sci. Comput. 22
// (2000) 835.
#pragma once

#include "graphs/solver/iteration.hpp"

namespace tasuki::graphs::solver {

/// What the iterations store.
enum class Inner {
    half,    ///< 16-bit fixed point, links of 12 reals
    single,  ///< links of 12 reals
    none     ///< double: no refinement
};

/// "half", "single" or "double".
const char* name_of(Inner inner);

/// |r| behind over |r| before the iterations between two refinements.
/// @param inner  half or single
double reduction_of(Inner inner);

/// @param inner  half or single
/// @param m      outlives what is returned, as `x` and `b`
std::unique_ptr<Iteration> make_refinement(Inner inner, Method method,
                                           EvenOddOperator<double, 18>& m,
                                           const lattice::GaugeField& u,
                                           Blocks<double>& x,
                                           const Blocks<double>& b);

/// Memory for an inner solver in a block [B].
double refinement_bytes(Inner inner, const wilson::Decomposition& d,
                        int columns);

}  // namespace tasuki::graphs::solver
