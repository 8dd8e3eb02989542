// The Wilson-Dirac operator by parity of the sites, on a periodic lattice in
// blocks, as a task graph.  With D_eo and D_oe the hopping term H to even and
// to odd sites (codelets/wilson/hopping, and across the faces of blocks
// graphs/wilson/face_exchange),
//
//   M = 1 - kappa H = (     1       -kappa D_eo )
//                     ( -kappa D_oe      1      )
//
// so that M x = b is, for the even sites alone,
//
//   M_hat x_e = b_e + kappa D_eo b_o,   M_hat = 1 - kappa^2 D_eo D_oe,
//
// and then x_o = b_o + kappa D_oe x_e.  M_hat^dagger = g_5 M_hat g_5.
// b - M x is zero on odd sites, and on even ones the residual of M_hat.
//
// With a clover term or a twisted mass, C takes the place of 1 on the sites of
// either parity (clover_term.hpp):
//
//   M_hat = C_e - kappa^2 D_eo C_o^-1 D_oe
//   M_hat x_e = b_e + kappa D_eo C_o^-1 b_o
//   x_o = C_o^-1 (b_o + kappa D_oe x_e)
//
// and M_hat(mu)^dagger = g_5 M_hat(-mu) g_5.  Without a clover term C is
// 1 + i t g_5, with the inverse (1 - i t g_5) / (1 + t^2): the hopping terms
// multiply by these themselves.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"
#include "graphs/solver/clover_term.hpp"
#include "graphs/solver/lattice_sums.hpp"
#include "graphs/wilson/face_exchange.hpp"

namespace tasuki::graphs::solver {

/// The local blocks of spinor fields, one in each column, as their two
/// parities.
template <class T>
class EvenOddField {
  public:
    /// @param lattice  outlives it
    explicit EvenOddField(const Lattice& lattice);

    /// Waits for tasks that use it.
    /// @param columns  the first ones, each with the local blocks; null, as
    ///                 further ones, for zeros
    void write(const std::vector<const lattice::SpinorField*>& columns);
    /// Submits tasks that make the field; further columns are zeros.
    void submit_units(const std::vector<lattice::UnitField>& columns);
    /// The local blocks in a field of their region, which on one rank is the
    /// lattice; waits for the tasks that compute them.  Only this column comes
    /// to the host.
    lattice::SpinorField read(int column = 0);
    /// Submits tasks for |psi|^2 of each site.
    void submit_site_norms();
    /// Adds what they found, for each local site of a column, to the sum of its
    /// slice, in the order of the sites; waits as read().
    /// @param mu    direction across the slices
    /// @param sums  (extent of the lattice in that direction)
    void add_slice_norms(int column, int mu, std::span<double> sums) const;

    /// Waits for what submit_site_norms() found.
    void fetch_site_norms() const;

    Blocks<T> even, odd;

  private:
    // Where they are asked for.
    Blocks<double> even_norms_, odd_norms_;
    Blocks<double> sites_;  ///< of a column, in their order
    const Lattice& lattice_;
};

/// @tparam T           double, float or Fixed16
/// @tparam kLinkReals  18, 12 or 8 stored; of Fixed16 12
template <class T, int kLinkReals>
class EvenOddOperator {
  public:
    /// Stores the links of the local blocks.
    /// @param u  has these; with a clover term also the sites next to them
    /// @param lattice  outlives it
    EvenOddOperator(Lattice& lattice, const lattice::GaugeField& u);
    EvenOddOperator(const EvenOddOperator&) = delete;
    EvenOddOperator& operator=(const EvenOddOperator&) = delete;

    // All of these submit tasks and return at once; `out` is another field than
    // the rest.

    /// out = M_hat in, or its adjoint, on even sites.
    void submit_hat(const Blocks<T>& in, Blocks<T>& out,
                    Adjoint adjoint = Adjoint::no);
    /// The same, and |out|^2 of each column.
    void submit_hat(const Blocks<T>& in, Blocks<T>& out, LatticeSums& norm2,
                    Adjoint adjoint = Adjoint::no);
    /// out = b_e + kappa D_eo C_o^-1 b_o
    void submit_reduced_source(const EvenOddField<T>& b, Blocks<T>& out);
    /// x_o = C_o^-1 (b_o + kappa D_oe x_e)
    void submit_odd_solution(const EvenOddField<T>& b, EvenOddField<T>& x);
    /// M x without preconditioning, on even and on odd sites.
    void submit_even(const EvenOddField<T>& x, Blocks<T>& out);
    void submit_odd(const EvenOddField<T>& x, Blocks<T>& out);

    Lattice& lattice() const { return lattice_; }
    /// Of a column, on all blocks of the lattice [flop].
    double flops_of_hat() const;

    /// Memory for the links and faces of a block [B].
    static double bytes_per_block(const wilson::Decomposition& d,
                                  int columns = 1);

  private:
    /// a (1 + i twist_x g_5) x + b (1 + i twist_h g_5) H in
    struct Sum {
        double a, b;
        double twist_x = 0, twist_h = 0;
    };
    /// out = the sum on the sites of a parity; with Adjoint::yes H^dagger and
    /// twists of the other sign.
    /// @param sums  of |out|^2, of each tile; none: not needed
    template <class... Sums>
    void submit_hop(int parity, Adjoint adjoint, const Sum& sum, Blocks<T>& out,
                    const Blocks<T>& in, const Blocks<T>& x, Sums&... sums);
    /// out = C x + b H in on the sites of a parity.
    /// @param sums  as in submit_hop()
    template <class... Sums>
    void submit_sum(int parity, Adjoint adjoint, double b, Blocks<T>& out,
                    const Blocks<T>& in, const Blocks<T>& x, Sums&... sums);
    /// out = C^-1 (a x + b H in) on odd sites.
    void submit_solved(Adjoint adjoint, double a, double b, Blocks<T>& out,
                       const Blocks<T>& in, const Blocks<T>& x);
    /// odd_ = C_o^-1 D_oe in
    void submit_to_odd(const Blocks<T>& in, Adjoint adjoint);
    void submit_tune(const Blocks<T>& in);

    Lattice& lattice_;
    double twist_;  // C is 1 + i twist_ g_5 unless it is term_
    bool is_tuned_ = false;
    Blocks<T> links_;
    wilson::FaceExchange<T, kLinkReals> faces_;
    Blocks<T> odd_;                        // D_oe in
    Blocks<double> tile_sums_;             // of |M_hat in|^2
    std::unique_ptr<CloverTerm<T>> term_;  // null: none
};

}  // namespace tasuki::graphs::solver
