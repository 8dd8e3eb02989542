// What M has on the sites themselves beside the hopping term, as tasks: the
// clover term and the twisted mass,
//   C = A + i 2 kappa mu g_5,
// with A of codelets/wilson/clover/blocks.hpp.  A site needs no other one.
#pragma once

#include "graphs/solver/lattice.hpp"

namespace tasuki::graphs::solver {

enum class Adjoint { no, yes };

/// @tparam T  double, float or Fixed16
template <class T>
class CloverTerm {
  public:
    /// Computes A and the inverse of C from the links.
    /// @param lattice  outlives it
    /// @param u        has the local blocks and the sites next to them
    CloverTerm(Lattice& lattice, const lattice::GaugeField& u);

    // These submit tasks and return at once.

    /// out += C in on the sites of a parity, or its adjoint.
    void submit_add(int parity, Adjoint adjoint, Blocks<T>& out,
                    const Blocks<T>& in);
    /// The same, and sums of |out|^2.
    void submit_add(int parity, Adjoint adjoint, Blocks<T>& out,
                    const Blocks<T>& in, Blocks<double>& tile_sums);
    /// x = C^-1 x on odd sites, or its adjoint.
    void submit_odd_inverse(Adjoint adjoint, Blocks<T>& x);

    /// Of its part of M_hat, on all blocks of the lattice [flop].
    double flops_of_hat() const;
    /// Memory for a block [B].
    static double bytes_per_block(const wilson::Decomposition& d);

  private:
    template <class K, class... Fields>
    void submit(Adjoint adjoint, double twist, Fields&... fields);

    Lattice& lattice_;
    double twist_;  // 2 kappa mu
    Blocks<T> even_, odd_, odd_inverse_;
};

}  // namespace tasuki::graphs::solver
