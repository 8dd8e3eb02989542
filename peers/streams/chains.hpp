// All chains of an operator that begin or end on this rank.
#pragma once

#include <array>
#include <vector>

#include "graphs/wilson/placement.hpp"
#include "peers/streams/errands.hpp"

namespace tasuki::peers::streams {

/// The blocks around the face of direction mu between block b and the next one:
/// forward, the next one packs, and b multiplies and merges; backward, b packs
/// and multiplies, and the next one merges.
struct FaceBlocks {
    int packer, multiplier, merger;
};
inline FaceBlocks face_blocks(const graphs::wilson::Decomposition& d, int b,
                              int mu, tasuki::wilson::Hop hop) {
    const int next = d.neighbour(b, mu, +1);
    return hop == tasuki::wilson::Hop::forward ? FaceBlocks{next, b, b}
                                               : FaceBlocks{b, b, next};
}

template <class T>
class Chains {
  public:
    /// Two, so that one application packs while the last still merges; see
    /// chain.hpp.
    static constexpr int kSets = 2;

    /// @throws UsageError  a face that is too large for a message
    Chains(const Machine& machine,
           const graphs::wilson::Decomposition& decomposition,
           const graphs::wilson::Placement& placement);

    /// Where the lattice is one block.
    bool empty() const { return sets_[0].empty(); }
    /// Of what block `owner` multiplies.
    const Chain<T>& of_owner(int set, int owner, int mu,
                             tasuki::wilson::Hop hop) const {
        return sets_[set][places_[place(owner, mu, hop)]];
    }
    /// Of what a local block packs, or merges.
    const Chain<T>& of_packer(int set, int b, int mu,
                              tasuki::wilson::Hop hop) const;
    const Chain<T>& of_merger(int set, int b, int mu,
                              tasuki::wilson::Hop hop) const;
    const std::vector<Errand<T>>& errands(int set) const {
        return errands_[set];
    }

    /// Before an application: see Chain.
    void begin(int set) const noexcept;
    /// Waits until the other ranks have all that was sent to them.
    void wait_until_sent() const noexcept;

  private:
    int place(int owner, int mu, tasuki::wilson::Hop hop) const {
        return (owner * 4 + mu) * 2 + static_cast<int>(hop);
    }
    Route route(int set, int owner, int mu, tasuki::wilson::Hop hop,
                const Machine& machine,
                const graphs::wilson::Placement& placement) const;

    graphs::wilson::Decomposition decomposition_;
    std::vector<int> places_;  // (owners)(mu)(hop) in a set; -1: not here
    std::array<std::vector<Chain<T>>, kSets> sets_;
    std::array<std::vector<Errand<T>>, kSets> errands_;  ///< point into sets_
};

}  // namespace tasuki::peers::streams
