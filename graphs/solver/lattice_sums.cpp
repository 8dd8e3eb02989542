#include "graphs/solver/lattice_sums.hpp"

#include <algorithm>
#include <utility>

#include "codelets/linalg/join/join.hpp"

namespace tasuki::graphs::solver {

namespace join = linalg::join;

LatticeSums::LatticeSums(Lattice& lattice, int sums)
    : lattice_{lattice},
      tags_{lattice.take_tags(lattice.context().ranks().size())} {
    auto& context = lattice.context();
    const auto all_sums = static_cast<std::size_t>(sums) * lattice.columns();
    const auto parts = all_sums * linalg::kPartials;
    for (std::size_t k = 0; k < lattice.local_blocks().size(); ++k)
        partials_.emplace_back(context, parts);
    const int blocks = lattice.decomposition().blocks();
    if (blocks == 1) return;
    const auto& ranks = context.ranks();
    for (int r = 0; r < (ranks.is_first() ? ranks.size() : 1); ++r)
        sums_.emplace_back(context, all_sums * blocks, 0.0);
    if (ranks.is_first()) all_.emplace_back(context, parts, 0.0);
}

void LatticeSums::submit_join() {
    if (sums_.empty()) return;
    join_blocks();
    const auto& ranks = lattice_.context().ranks();
    if (!ranks.is_first())
        return runtime::submit_send(sums_.front(), 0, tags_ + ranks.rank());
    for (int r = 1; r < ranks.size(); ++r)
        runtime::submit_receive(sums_[r], r, tags_ + r);
    join_ranks();
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

void LatticeSums::join_ranks() {
    for (std::size_t first = 0; first < sums_.size(); first += join::kMost) {
        runtime::List<runtime::Read<double>> given;
        const auto end = std::min(sums_.size(), first + join::kMost);
        for (auto r = first; r < end; ++r) given.add(sums_[r]);
        runtime::submit<join::Ranks>(
            lattice_.context(), {lattice_.decomposition().blocks(), first > 0},
            lattice_.scalar_options(), all_.front(), given);
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
