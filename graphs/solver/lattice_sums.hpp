// Sums over a lattice in blocks, and the scalars that a solver makes of them.
//
// Each block makes partial sums where it is.  The ranks exchange the sums of
// their blocks until every rank has all of them, and each joins them in an
// order that depends on the blocks alone (codelets/linalg/join):
//
//   pass(b) --> partial sums(b) --> exchange --> join --> scalars --> passes
//
// Workers of the same kind compute the scalars on all ranks, so that these have
// the same bits everywhere, and all ranks see the same end of the solver.
//
// The exchange takes log2(ranks) rounds: in round k a rank sends what it has to
// the rank 2^k after it.  Source: Hensgen, Finkel and Manber, Int. J. Parallel
// Programming 17 (1988) 1, section 4, "dissemination".
#pragma once

#include <vector>

#include "codelets/linalg/partial_sums.hpp"
#include "graphs/solver/lattice.hpp"

namespace tasuki::graphs::solver {

/// The sums of one pass over fields, of each column of these.
class LatticeSums {
  public:
    /// @param sums     how many of each column
    /// Ranks make theirs in the same order, and wait for each other.
    /// @param lattice  outlives it
    explicit LatticeSums(Lattice& lattice, int sums = 1);

    /// (columns)(sums)(linalg::kPartials) of a local block, for the pass.
    runtime::Array<double>& of_block(int local) { return partials_[local]; }
    /// Submits what makes all() of the last pass; returns at once.
    void submit_join();
    /// (columns)(sums)(linalg::kPartials) of the lattice.
    const runtime::Array<double>& all() const {
        return all_.empty() ? partials_.front() : all_.front();
    }
    /// The only sum of a column of the lattice; waits for it.  Every rank
    /// calls.
    double total(int column) const;

  private:
    // Ranks that this one receives from and sends to.
    int giver(int round) const;
    int taker(int round) const;
    runtime::MessageTag tag(int round) const { return tags_ + round; }
    void join_blocks();
    runtime::List<runtime::Read<double>> sides(int round) const;
    void submit_all(int round);

    Lattice& lattice_;
    runtime::MessageTag tags_;
    std::vector<runtime::Array<double>> partials_;  // (local blocks)
    // These are empty where the lattice is one block.
    std::vector<runtime::Array<double>> sums_;  // (rounds), before each, or (1)
    std::vector<runtime::Array<double>> given_;  // (rounds), by another rank
    std::vector<runtime::Array<double>> all_;    // (1)
};

inline runtime::Array<double>& of_block(LatticeSums& sums, int local) {
    return sums.of_block(local);
}

/// Scalars of each column, the same on every rank.
template <class S>
class SharedScalars {
  public:
    /// @param lattice  outlives it
    explicit SharedScalars(Lattice& lattice)
        : lattice_{lattice},
          scalars_{lattice.context(),
                   static_cast<std::size_t>(lattice.columns())} {}

    const runtime::Array<S>& array() const { return scalars_; }

    /// Submits the step K of the scalars with these sums; returns at once.
    template <class K, class... Sums>
    void submit_step(const typename K::Args& args, Sums&... sums) {
        (sums.submit_join(), ...);
        runtime::submit<K>(lattice_.context(), args, lattice_.scalar_options(),
                           scalars_, sums.all()...);
    }

  private:
    Lattice& lattice_;
    runtime::Array<S> scalars_;
};

template <class S>
const runtime::Array<S>& of_block(const SharedScalars<S>& scalars, int) {
    return scalars.array();
}

}  // namespace tasuki::graphs::solver
