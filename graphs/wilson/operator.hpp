// The Wilson-Dirac operator over blocks, as a task graph.
//
// One application, for every block b and every cut direction mu:
//
//   psi[b] --> interior(b) -------------------------------> merge --> out[b]
//   psi[b] --> pack(b) --> first layer --> matvec(b-1) --> merge(b-1)   forward
//                      --> last layer  --> matvec(b)   --> merge(b+1)  backward
//
// pack and merge do all faces of a block, matvec those of one hop that have one
// placement.
// interior waits for no face, nor a face for the interior.  The merges of a
// block come in a fixed order, so the result does not depend on the schedule.
//
// A rank submits the tasks of its own blocks.  Where the neighbour belongs to
// another one, the forward half-spinors travel before their product with the
// links, which that rank has, and the backward products after it.
#pragma once

#include <array>
#include <vector>

#include "codelets/wilson/face_list.hpp"
#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/matvec_tasks.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/mpi/message.hpp"

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
    /// Cuts and stores the links of the local blocks.  Waits for nothing.
    /// @throws UnavailableError  the placement needs a worker that is not here
    WilsonOperator(runtime::Context& context,
                   const Decomposition& decomposition,
                   const lattice::GaugeField& u,
                   const OperatorOptions& options);

    /// Submits this rank's part of out = D in; returns at once.  Any number of
    /// applications may be in flight; `in` and `out` are different fields.
    void submit_apply(const BlockField<T>& in, BlockField<T>& out);

    /// Device memory for the links, the faces and `fields` spinor fields, if
    /// the local blocks are dealt evenly to `gpus` GPUs [B].
    static double device_bytes(const Decomposition& decomposition, int fields,
                               int gpus);

    struct Messages {
        int count;     ///< that this rank sends
        double bytes;  ///< [B]
    };
    /// Of one application.
    Messages messages() const;

  private:
    /// Buffers of one face of one block, one hop.
    struct Face {
        /// Packed by the block (half), multiplied by it (product), and received
        /// from a neighbour on another rank: half or product, as hop.
        runtime::Array<T> half, product, arrived;
    };
    /// Two sets, so that one application packs while the last still merges.
    static constexpr int kSets = 2;

    Face& face(int set, int b, int mu, tasuki::wilson::Hop hop);
    /// The block that packs what block b multiplies, and the one that
    /// multiplies what it merges.
    int packer(int b, int mu, tasuki::wilson::Hop hop) const;
    int multiplier(int b, int mu, tasuki::wilson::Hop hop) const;
    const runtime::Array<T>& half(int set, int b, int mu,
                                  tasuki::wilson::Hop hop);
    const runtime::Array<T>& product(int set, int b, int mu,
                                     tasuki::wilson::Hop hop);
    runtime::MessageTag tag(int set, int sender, int mu,
                            tasuki::wilson::Hop hop) const;
    void submit_exchange(int set, tasuki::wilson::Hop hop);
    runtime::SubmitOptions where_bulk(int b, int priority) const;
    runtime::TraceLabel label(int b,
                              const tasuki::wilson::FaceList& faces = {}) const;
    void submit_tune(const BlockField<T>& in, BlockField<T>& out);
    void submit_pack(int set, int b, const BlockField<T>& in);
    void submit_matvec(int set, int b, const MatvecTask& task);
    void submit_interior(int b, const BlockField<T>& in, BlockField<T>& out);
    void submit_merge(int set, int b, BlockField<T>& out);

    runtime::Context& context_;
    Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    OperatorOptions options_;
    std::vector<int> homes_;  // (local blocks) see home_worker()
    int applications_ = 0;
    std::vector<runtime::Array<T>> links_;  // (local blocks)
    std::vector<std::array<std::vector<runtime::Array<T>>, 4>>  // 0 or 1 each
        face_links_;  // (local blocks)(mu)
    std::vector<Face>
        faces_;  // (sets)(local blocks)(mu)(hop), cut directions only
    tasuki::wilson::FaceList cut_faces_;                 // of every block
    std::vector<std::vector<MatvecTask>> matvec_tasks_;  // (local blocks)
};

}  // namespace tasuki::graphs::wilson
