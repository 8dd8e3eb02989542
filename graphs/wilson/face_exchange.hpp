// The terms of the hopping operator that cross the faces of blocks, as tasks.
//
// For every block b and every cut direction mu:
//
//   psi[b] --> pack(b) --> first layer --> matvec(b-1) --> merge(b-1)   forward
//                      --> last layer  --> matvec(b)   --> merge(b+1)  backward
//
// pack and merge do all faces of a block, matvec those of one hop that have one
// placement.  The merges of a block come in a fixed order, so the result does
// not depend on the schedule.
//
// A rank submits the tasks of its own blocks.  Where the neighbour belongs to
// another one, the forward half-spinors travel before their product with the
// links, which that rank has, and the backward products after it.  All is sent
// before anything is received, so that a graph may have messages in its list
// (Recording::seal()).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "codelets/wilson/face_list.hpp"
#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/block_places.hpp"
#include "graphs/wilson/matvec_tasks.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::graphs::wilson {

/// The sites of the fields whose faces are exchanged.
enum class Sites { all, one_parity };

/// What is exchanged of a field of one parity.
struct Half {
    int parity;           ///< of its sites: 0 even, 1 odd
    bool dagger = false;  ///< for the terms of H^dagger
};

struct ExchangeOptions {
    int bc_t = -1;  ///< +1 periodic, -1 antiperiodic in T
    Sites sites = Sites::all;
    int columns = 1;  ///< of the fields, with the same links
    /// Of its messages: as many numbers from this one on as tags() says.
    runtime::MessageTag first_tag = 0;
};

/// @tparam T           double, float, or Fixed16 with links of 12 reals
/// @tparam kLinkReals  18, 12 (two rows stored, the third computed) or 8
template <class T, int kLinkReals>
class FaceExchange {
  public:
    /// Cuts and stores the links of the faces of the local blocks.  All ranks
    /// make theirs in the same order, and wait for their neighbours.
    /// @param places  outlives it
    FaceExchange(runtime::Context& context, const Decomposition& decomposition,
                 const lattice::GaugeField& u, const BlockPlaces& places,
                 const ExchangeOptions& options);

    // These submit tasks and messages of the local blocks, and return at once.

    /// The products of all faces of `in`.  Any number may be in flight.
    void submit_products(const Blocks<T>& in);
    /// Likewise, of a field of one parity.
    void submit_products(const Blocks<T>& in, const Half& half);
    /// Adds `factor` (1 + i `twist` g_5) times the last products to the blocks
    /// of `out`, which are of the other parity.
    void submit_merge(double factor, Blocks<T>& out, double twist = 0);

    static runtime::MessageTag tags(const Decomposition& decomposition);

    struct Messages {
        int count;     ///< that this rank sends
        double bytes;  ///< [B]
    };
    /// Of the faces of one field.
    Messages messages() const;

    /// Memory for the links and buffers of the faces of a block [B].
    static double bytes_per_block(const Decomposition& decomposition,
                                  Sites sites, int columns = 1);

  private:
    using Hop = tasuki::wilson::Hop;
    /// Buffers of one face of one block, one hop.
    struct Face {
        /// Packed by the block (half) and multiplied by it (product).  For a
        /// neighbour on another rank one of them, as hop, is sent.
        runtime::Array<T> half, product;
        /// Received from a neighbour on another rank: half or product, as hop.
        runtime::Array<T> arrived;
    };
    /// Two sets, so that one field is packed while the last is still merged.
    static constexpr int kSets = 2;

    Face& face(int b, int mu, Hop hop);
    /// The block that packs what block b multiplies, and the one that
    /// multiplies what it merges.
    int packer(int b, int mu, Hop hop) const;
    int multiplier(int b, int mu, Hop hop) const;
    const runtime::Array<T>& half(int b, int mu, Hop hop);
    const runtime::Array<T>& product(int b, int mu, Hop hop);
    const runtime::Array<T>& links(int b, int mu, Hop hop) const;
    runtime::MessageTag tag(int sender, int mu, Hop hop) const;
    /// The other side of a message.
    struct Peer {
        int rank;
        runtime::MessageTag tag;
    };
    std::optional<Peer> receiver(int b, int mu, Hop hop) const;
    std::optional<Peer> sender(int b, int mu, Hop hop) const;
    void make_buffers();
    /// Calls them with the array of each message, and its Peer.
    template <class Submit>
    void each_sent(Hop hop, const Submit& submit);
    template <class Submit>
    void each_received(const Submit& submit);
    void submit_open();
    void submit_sends(Hop hop);
    void submit_receives();
    void submit_release();
    void submit_matvecs(Hop hop);
    void submit_pack(int b, const runtime::Array<T>& in);
    void submit_matvec(int b, const MatvecTask& task);

    runtime::Context& context_;
    Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    const BlockPlaces& places_;
    ExchangeOptions options_;
    int set_ = 0;          // of the last products
    bool dagger_ = false;  // of these too
    std::vector<std::array<std::vector<runtime::Array<T>>, 4>>
        links_;  // (local blocks)(mu)(halves of the face, or one)
    std::vector<Face>
        faces_;  // (sets)(local blocks)(mu)(hop), cut directions only
    tasuki::wilson::FaceList cut_faces_;                 // of every block
    std::vector<std::vector<MatvecTask>> matvec_tasks_;  // (local blocks)
};

}  // namespace tasuki::graphs::wilson
