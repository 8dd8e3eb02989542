// Sums over a lattice in blocks, and the scalars that a solver makes of them.
//
// Each block makes partial sums where it is.  They are joined in an order that
// depends on the blocks alone (codelets/linalg/join), on the first rank, which
// computes the scalars and sends them to the others:
//
//   pass(b) --> partial sums(b) --> join --> scalars --> passes of all ranks
//
// So all ranks have the same scalars, and see the same end of the solver.
#pragma once

#include <vector>

#include "codelets/linalg/partial_sums.hpp"
#include "graphs/solver/lattice.hpp"

namespace tasuki::graphs::solver {

/// The sums of one pass over fields, of each column of these.
class LatticeSums {
  public:
    /// @param sums     how many of each column
    /// @param lattice  outlives it
    explicit LatticeSums(Lattice& lattice, int sums = 1);

    /// (columns)(sums)(linalg::kPartials) of a local block, for the pass.
    runtime::Array<double>& of_block(int local) { return partials_[local]; }
    /// Submits what makes all() of the last pass; returns at once.
    void submit_join();
    /// (columns)(sums)(linalg::kPartials) of the lattice, on the first rank.
    const runtime::Array<double>& all() const {
        return all_.empty() ? partials_.front() : all_.front();
    }
    /// The only sum of a column of the lattice; waits for it.  Every rank
    /// calls.
    double total(int column) const;

  private:
    void join_blocks();
    void join_ranks();

    Lattice& lattice_;
    runtime::MessageTag tags_;
    std::vector<runtime::Array<double>> partials_;  // (local blocks)
    // These are empty where the lattice is one block.
    std::vector<runtime::Array<double>>
        sums_;                                 // (1), on the first rank (ranks)
    std::vector<runtime::Array<double>> all_;  // (1)
};

inline runtime::Array<double>& of_block(LatticeSums& sums, int local) {
    return sums.of_block(local);
}

/// Scalars of each column, which every rank has.
template <class S>
class SharedScalars {
  public:
    /// @param lattice  outlives it
    explicit SharedScalars(Lattice& lattice)
        : lattice_{lattice},
          tags_{lattice.take_tags(lattice.context().ranks().size())},
          scalars_{lattice.context(),
                   static_cast<std::size_t>(lattice.columns())} {}

    const runtime::Array<S>& array() const { return scalars_; }

    /// Submits the step K of the scalars with these sums; returns at once.
    template <class K, class... Sums>
    void submit_step(const typename K::Args& args, Sums&... sums) {
        (sums.submit_join(), ...);
        const auto& ranks = lattice_.context().ranks();
        if (!ranks.is_first())
            return runtime::submit_receive(scalars_, 0, tags_ + ranks.rank());
        runtime::submit<K>(lattice_.context(), args, lattice_.scalar_options(),
                           scalars_, sums.all()...);
        for (int r = 1; r < ranks.size(); ++r)
            runtime::submit_send(scalars_, r, tags_ + r);
    }

  private:
    Lattice& lattice_;
    runtime::MessageTag tags_;
    runtime::Array<S> scalars_;
};

template <class S>
const runtime::Array<S>& of_block(const SharedScalars<S>& scalars, int) {
    return scalars.array();
}

}  // namespace tasuki::graphs::solver
