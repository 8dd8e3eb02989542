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
    const std::size_t size = all_sums * blocks;
    const int rounds = rounds_of(context.ranks().size());
    // First those that other ranks wait for.
    for (int round = 0; round < rounds; ++round)
        given_.push_back(runtime::array_from<double>(context, size,
                                                     giver(round), tag(round)));
    for (int round = 0; round < rounds; ++round)
        sums_.push_back(
            runtime::array_to<double>(context, size, taker(round), tag(round)));
    if (rounds == 0) sums_.emplace_back(context, size);
    for (auto& array : sums_) array.fill(0);
    all_.emplace_back(context, parts);
}

int LatticeSums::giver(int round) const {
    const auto& ranks = lattice_.context().ranks();
    return (ranks.rank() + ranks.size() - (1 << round)) % ranks.size();
}

int LatticeSums::taker(int round) const {
    const auto& ranks = lattice_.context().ranks();
    return (ranks.rank() + (1 << round)) % ranks.size();
}

void LatticeSums::submit_join() {
    if (sums_.empty()) return;
    const int rounds = static_cast<int>(given_.size());
    const auto open = [this](int round) {
        runtime::submit_open(sums_[round], taker(round), tag(round));
    };
    if (rounds > 0) open(0);
    join_blocks();
    for (int round = 0; round < rounds; ++round) {
        runtime::submit_send(sums_[round], taker(round), tag(round));
        runtime::submit_receive(given_[round], giver(round), tag(round));
        if (round + 1 < rounds) {
            open(round + 1);
            auto both = sides(round);
            runtime::submit<join::Both>(lattice_.context(), {},
                                        lattice_.scalar_options(),
                                        sums_[round + 1], both);
        } else {
            submit_all(round);
        }
        runtime::submit_release(given_[round], giver(round), tag(round));
    }
    if (rounds == 0) submit_all(0);
}

/// What is known after a round; without any, of this rank.
runtime::List<runtime::Read<double>> LatticeSums::sides(int round) const {
    runtime::List<runtime::Read<double>> sides;
    sides.add(sums_[round]);
    if (!given_.empty()) sides.add(given_[round]);
    return sides;
}

void LatticeSums::submit_all(int round) {
    auto last = sides(round);
    runtime::submit<join::Parts>(lattice_.context(),
                                 {lattice_.decomposition().blocks()},
                                 lattice_.scalar_options(), all_.front(), last);
}

void LatticeSums::join_blocks() {
    const auto& blocks = lattice_.local_blocks();
    for (std::size_t first = 0; first < blocks.size();) {
        join::BlocksArgs args{.blocks = lattice_.decomposition().blocks(),
                              .block = {}};
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
