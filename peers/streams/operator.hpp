// The Wilson-Dirac operator over blocks on hand-written streams, the way of
// the 2015 paper (IPSJ SIG-HPC 149-11): no task, no runtime.
//
// One application, on each GPU; a line is a stream, | an event:
//
//   interior   --------------- interior(b) --------------|
//   faces      pack -- half to others -- matvec ---------|-- merge -- |
//   host       ---------------|-- matvec --|                 next application
//   uploads    ----------------------------|- product ---|
//
// Merges come in the order of graphs::wilson::WilsonOperator, and compute the
// same bits.  An application waits on no device as a whole.
#pragma once

#include <array>
#include <vector>

#include "codelets/wilson/hopping/sweep.hpp"
#include "graphs/wilson/operator.hpp"
#include "peers/streams/block_field.hpp"
#include "peers/streams/chain.hpp"

namespace tasuki::peers::streams {

/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
class WilsonOperator {
  public:
    /// Cuts the links and copies them to the GPUs.
    /// @throws UsageError  a placement that streams cannot have: `cpu`, where
    ///                     there is nothing to queue, and `dynamic`
    WilsonOperator(Machine& machine,
                   const graphs::wilson::Decomposition& decomposition,
                   const lattice::GaugeField& u,
                   const graphs::wilson::OperatorOptions& options);
    ~WilsonOperator() { machine_.wait(); }
    WilsonOperator(const WilsonOperator&) = delete;
    WilsonOperator& operator=(const WilsonOperator&) = delete;

    /// Starts out = D in; returns at once.  Any number of applications may be
    /// in flight; `in` and `out` are different fields, and outlive them.
    void submit_apply(const BlockField<T>& in, const BlockField<T>& out);

  private:
    /// What a block has beside its fields.
    struct Block {
        DeviceArray<T> links;                // (volume)(4) links
        std::array<DeviceArray<T>, 4> edge;  // (face sites) links, if needed
        std::array<PinnedArray<T>, 4> host_edge;  // the same for the host
        Event interior_done;
    };
    /// Two sets, so that one application packs while the last still merges;
    /// see chain.hpp.
    static constexpr int kSets = 2;

    void store_links(const lattice::GaugeField& u, int b);
    void make_chains();
    const Chain<T>& chain(int set, int owner, int mu,
                          tasuki::wilson::Hop hop) const;
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
    void matvec(int set, int owner, bool on_host) const noexcept;
    void merge(int set, int b, const BlockField<T>& out) const noexcept;

    const Gpu& gpu_of(int b) const {
        return machine_.gpu(machine_.home(decomposition_, b));
    }
    tasuki::wilson::Sweep sweep() const;
    tasuki::wilson::SweepFields<T> sweep_fields(int b, const BlockField<T>& in,
                                                const BlockField<T>& out) const;

    Machine& machine_;
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    graphs::wilson::OperatorOptions options_;
    int applications_ = 0;
    std::vector<Block> blocks_;
    std::vector<Chain<T>> chains_;    // (sets)(owners)(cut mu)(hop)
    std::array<int, 4> cut_index_{};  // place of mu among the cut directions
    int cuts_ = 0;
};

}  // namespace tasuki::peers::streams
