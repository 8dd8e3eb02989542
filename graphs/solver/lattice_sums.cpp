#include "graphs/solver/lattice_sums.hpp"

#include <bit>
#include <utility>

#include "codelets/linalg/join/join.hpp"

namespace tasuki::graphs::solver {

namespace join = linalg::join;

namespace {

/// After so many each rank has what all had.
int rounds_of(int ranks) {
    return std::bit_width(static_cast<unsigned>(ranks - 1));
}

}  // namespace

LatticeSums::LatticeSums(Lattice& lattice, int sums)
    : lattice_{lattice},
      tags_{lattice.take_tags(rounds_of(lattice.context().ranks().size()))} {
    auto& context = lattice.context();
    const auto all_sums = static_cast<std::size_t>(sums) * lattice.columns();
    const auto parts = all_sums * linalg::kPartials;
    for (std::size_t k = 0; k < lattice.local_blocks().size(); ++k)
        partials_.emplace_back(context, parts);
    const int blocks = lattice.decomposition().blocks();
    if (blocks == 1) return;
    const auto add_to = [&](std::vector<runtime::Array<double>>& arrays) {
        arrays.emplace_back(context, all_sums * blocks, 0.0);
    };
    add_to(sums_);
    for (int round = 0; round < rounds_of(context.ranks().size()); ++round) {
        if (round > 0) add_to(sums_);
        add_to(given_);
    }
    all_.emplace_back(context, parts);
}

void LatticeSums::submit_join() {
    if (sums_.empty()) return;
    join_blocks();
    exchange();
    runtime::List<runtime::Read<double>> sides;
    sides.add(sums_.back());
    if (!given_.empty()) sides.add(given_.back());
    runtime::submit<join::Parts>(
        lattice_.context(), {lattice_.decomposition().blocks()},
        lattice_.scalar_options(), all_.front(), sides);
}

void LatticeSums::exchange() {
    const auto& ranks = lattice_.context().ranks();
    for (std::size_t round = 0; round < given_.size(); ++round) {
        const int step = 1 << round;
        const auto tag = tags_ + static_cast<runtime::MessageTag>(round);
        runtime::submit_send(sums_[round], (ranks.rank() + step) % ranks.size(),
                             tag);
        runtime::submit_receive(
            given_[round], (ranks.rank() + ranks.size() - step) % ranks.size(),
            tag);
        if (round + 1 == given_.size()) return;
        runtime::List<runtime::Read<double>> sides;
        sides.add(sums_[round]);
        sides.add(given_[round]);
        runtime::submit<join::Both>(lattice_.context(), {},
                                    lattice_.scalar_options(), sums_[round + 1],
                                    sides);
    }
}

void LatticeSums::join_blocks() {
    const auto& blocks = lattice_.local_blocks();
    for (std::size_t first = 0; first < blocks.size();) {
        join::BlocksArgs args{.blocks = lattice_.decomposition().blocks()};
        runtime::List<runtime::Read<double>> given;
        for (int k = 0; k < join::kMost && first < blocks.size();
             ++k, ++first) {
            args.block[k] = blocks[first];
            given.add(partials_[first]);
        }
        runtime::submit<join::Blocks>(lattice_.context(), args,
                                      lattice_.scalar_options(), sums_.front(),
                                      given);
    }
}

double LatticeSums::total(int column) const {
    std::vector<double> of_blocks(lattice_.decomposition().blocks());
    for (std::size_t k = 0; k < partials_.size(); ++k) {
        const auto parts = partials_[k].read();
        for (int p = 0; p < linalg::kPartials; ++p)
            of_blocks[lattice_.local_blocks()[k]] +=
                parts[column * linalg::kPartials + p];
    }
    return lattice_.total(std::move(of_blocks));
}

}  // namespace tasuki::graphs::solver
