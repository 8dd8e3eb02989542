// The Wilson-Dirac operator over blocks on hand-written streams, as in
// the 2015 paper (IPSJ SIG-HPC 149-11): no task, no runtime.
//
// One application, on each GPU; a line is a stream, | an event:
//
//   interior   --------------- interior(b) ---------------------|
//   faces      pack -- half to others -- matvec ------|-- late -|-- merge -- |
//   downloads  ----|-- half, product --|                       next application
//   host       ------------------------|- matvec, MPI |
//   uploads    ---------------------------------------|- half, product -|
//
// Of a neighbour on another rank, the forward half-spinors come before their
// product with the links, which is late then, and the backward ones after it;
// through pinned memory of both hosts, from which and into which the host
// multiplies where that is its part.  Receives start before the application
// does anything else.
//
// Merges come in the order of graphs::wilson::WilsonOperator, and compute the
// same bits.  An application waits on no device as a whole.
#pragma once

#include <array>
#include <vector>

#include "codelets/wilson/hopping/sweep_gpu.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "graphs/wilson/operator.hpp"
#include "peers/streams/block_field.hpp"
#include "peers/streams/chains.hpp"

namespace tasuki::peers::streams {

/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
class WilsonOperator {
  public:
    /// Cuts the links of the local blocks and copies them to the GPUs.
    /// @throws UsageError  a placement that streams cannot have: `cpu`, where
    ///                     there is nothing to queue, and `dynamic`; a face
    ///                     that is too large for a message
    WilsonOperator(Machine& machine,
                   const graphs::wilson::Decomposition& decomposition,
                   const lattice::GaugeField& u,
                   const graphs::wilson::OperatorOptions& options);
    ~WilsonOperator() { machine_.wait(); }
    WilsonOperator(const WilsonOperator&) = delete;
    WilsonOperator& operator=(const WilsonOperator&) = delete;

    /// Starts this rank's part of out = D in; returns at once.  Any number of
    /// applications may be in flight; `in` and `out` are different fields, and
    /// outlive them.
    void submit_apply(const BlockField<T>& in, const BlockField<T>& out);

  private:
    /// Arrays of a block beside its fields.
    struct Block {
        DeviceArray<T> links;                // (volume)(4) links
        std::array<DeviceArray<T>, 4> edge;  // (face sites) links, if needed
        std::array<PinnedArray<T>, 4> host_edge;  // the same for the host
        Event interior_done;
    };

    void store_links(const lattice::GaugeField& u, int b);
    const Block& block(int b) const {
        return blocks_[decomposition_.local_index(b)];
    }
    /// Calls body(mu, hop) for every face, in the order of the merges.
    template <class Body>
    void for_faces(const Body& body) const;

    // On the driving thread.
    void apply(int set, bool first, const BlockField<T>& in,
               const BlockField<T>& out) const noexcept;
    void tune(const BlockField<T>& in, const BlockField<T>& out) const noexcept;
    void pack(int set, int b, const BlockField<T>& in) const noexcept;
    void interior(int b, const BlockField<T>& in,
                  const BlockField<T>& out) const noexcept;
    /// Which half-spinors of a block: those that its rank packs, or those that
    /// come from another one.
    enum class Halves { own, late };
    void matvec(int set, int owner, Halves which) const noexcept;
    void matvec_on_host(const Errand<T>& errand) const noexcept;
    void finish(int set, const BlockField<T>& out) const noexcept;
    void merge(int set, int b, const BlockField<T>& out) const noexcept;

    const Gpu& gpu_of(int b) const {
        return machine_.gpu(machine_.home(decomposition_, b));
    }
    tasuki::wilson::Sweep sweep() const;
    tasuki::wilson::SweepFields<T> sweep_fields(int b, const BlockField<T>& in,
                                                const BlockField<T>& out) const;

    Machine& machine_;
    graphs::wilson::Decomposition decomposition_;
    std::size_t spinor_reals() const {
        return tasuki::wilson::spinor_reals<T>(geometry_);
    }
    std::size_t half_reals(int mu) const {
        return static_cast<std::size_t>(
                   tasuki::wilson::face_sites(geometry_, mu)) *
               tasuki::wilson::kHalfSpinorReals;
    }
    /// @param links  of the owner's edge
    tasuki::wilson::matvec::Face<T> face_of(int mu, const Chain<T>& chain,
                                            const T* links) const {
        const auto sites =
            static_cast<std::size_t>(tasuki::wilson::face_sites(geometry_, mu));
        return {{chain.product(), half_reals(mu)},
                {chain.half_to_multiply(), half_reals(mu)},
                {links, sites * kLinkReals}};
    }

    tasuki::wilson::Geometry geometry_;
    graphs::wilson::OperatorOptions options_;
    int applications_ = 0;
    std::vector<Block> blocks_;  // (local blocks)
    const Chains<T> chains_;
};

}  // namespace tasuki::peers::streams
