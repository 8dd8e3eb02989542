// The Wilson-Dirac operator over blocks, as a task graph.
//
// One application, for every block b:
//
//   psi[b] --> interior(b) ------------------> merge --> out[b]
//   psi    --> faces of b (face_exchange.hpp) --^
//
// interior waits for no face, nor a face for the interior.
#pragma once

#include "graphs/wilson/face_exchange.hpp"

namespace tasuki::graphs::wilson {

struct OperatorOptions {
    double kappa;
    int bc_t = -1;  ///< +1 periodic, -1 antiperiodic in T
    Placement placement = Placement::Name::dynamic;
};

/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 (two rows stored, the third computed) or 8
template <class T, int kLinkReals>
class WilsonOperator {
  public:
    /// Cuts and stores the links of the local blocks.  All ranks make theirs in
    /// the same order, and wait for their neighbours.
    /// @throws UnavailableError  the placement needs a worker that is not here,
    ///                           or the program lacks the kernel of this form
    ///                           (wilson::add_forms())
    WilsonOperator(runtime::Context& context,
                   const Decomposition& decomposition,
                   const lattice::GaugeField& u,
                   const OperatorOptions& options);
    WilsonOperator(const WilsonOperator&) = delete;
    WilsonOperator& operator=(const WilsonOperator&) = delete;

    /// Submits this rank's part of out = D in; returns at once.  Any number of
    /// applications may be in flight; `in` and `out` are different fields.
    void submit_apply(const BlockField<T>& in, BlockField<T>& out);

    /// Device memory for the links, the faces and `fields` spinor fields, if
    /// the local blocks are dealt evenly to `gpus` GPUs [B].
    static double device_bytes(const Decomposition& decomposition, int fields,
                               int gpus);

    using Messages = typename FaceExchange<T, kLinkReals>::Messages;
    /// Of one application.
    Messages messages() const { return faces_.messages(); }

  private:
    void submit_interior(int b, const BlockField<T>& in, BlockField<T>& out);
    void submit_tune(const BlockField<T>& in, BlockField<T>& out);

    runtime::Context& context_;
    Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    OperatorOptions options_;
    BlockPlaces places_;
    bool is_tuned_ = false;
    Blocks<T> links_;
    FaceExchange<T, kLinkReals> faces_;
};

}  // namespace tasuki::graphs::wilson
