// The blocks of a lattice as a solver computes on them, and its passes over
// fields of one parity.  A field has a column for each right-hand side that is
// solved for at once (codelets/linalg/partial_sums.hpp).
#pragma once

#include <utility>
#include <vector>

#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/block_places.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::graphs::solver {

using wilson::Blocks;

struct EvenOddOptions {
    double kappa;
    int bc_t = -1;  ///< +1 periodic, -1 antiperiodic in T
    wilson::Placement placement = wilson::Placement::Name::dynamic;
    double csw = 0;  ///< coefficient of the clover term
    double mu = 0;   ///< twisted mass, in lattice units

    bool has_clover_term() const { return csw != 0; }
    /// t of 1 + i t g_5, what a twisted mass adds to 1.
    double twist() const { return 2 * kappa * mu; }
};

/// What a pass does in a block.
struct PassCost {
    constexpr PassCost(double per_real, double bytes = 0)  // NOLINT: often one
        : flops_per_real{per_real}, block_bytes{bytes} {}

    double flops_per_real;  ///< of the fields [flop]
    double block_bytes;     ///< [B]; 0: each field once
};

/// What a pass takes of a field for local block number `local`; scalars and
/// sums have functions of their own (lattice_sums.hpp).
template <class T>
runtime::Array<T>& of_block(Blocks<T>& field, int local) {
    return field[local];
}
template <class T>
const runtime::Array<T>& of_block(const Blocks<T>& field, int local) {
    return field[local];
}

class Lattice {
  public:
    /// All ranks construct it.
    /// @param columns  of its fields, at most linalg::kMostColumns
    /// @throws UnavailableError  the placement needs a worker that is not here
    Lattice(runtime::Context& context, const wilson::Decomposition& d,
            const EvenOddOptions& options, int columns = 1);
    Lattice(const Lattice&) = delete;
    Lattice& operator=(const Lattice&) = delete;

    runtime::Context& context() const { return context_; }
    const wilson::Decomposition& decomposition() const {
        return decomposition_;
    }
    /// Of every block.
    const tasuki::wilson::Geometry& geometry() const { return geometry_; }
    const EvenOddOptions& options() const { return options_; }
    int columns() const { return columns_; }
    const wilson::BlockPlaces& places() const { return places_; }
    /// For tasks of scalars, which belong to no block: with several ranks, on
    /// the same kind of worker on each, as each computes them, and their bits
    /// have to be the same.
    runtime::SubmitOptions scalar_options() const;
    const std::vector<int>& local_blocks() const {
        return decomposition_.local_blocks();
    }

    /// The local blocks of a field of one parity.
    template <class T>
    Blocks<T> half_field() const {
        Blocks<T> field;
        for (std::size_t k = 0; k < local_blocks().size(); ++k)
            field.emplace_back(context_, columns_ * column_reals<T>());
        return field;
    }
    /// A number for each of its sites.
    Blocks<double> half_scalars() const {
        Blocks<double> field;
        for (std::size_t k = 0; k < local_blocks().size(); ++k)
            field.emplace_back(context_, static_cast<std::size_t>(columns_) *
                                             geometry_.half_volume);
        return field;
    }
    /// Stored numbers of a column of it in a block.
    template <class T>
    std::size_t column_reals() const {
        return tasuki::wilson::spinor_reals<T>(geometry_) / 2;
    }
    /// Numbers that a column stands for in a block, and in all blocks.
    double block_reals() const {
        return static_cast<double>(geometry_.half_volume) *
               tasuki::wilson::kSpinorReals;
    }
    double reals() const { return block_reals() * decomposition_.blocks(); }

    /// The first of so many message tags of the caller's own.  All ranks call
    /// in the same order.
    runtime::MessageTag take_tags(runtime::MessageTag count) {
        return std::exchange(next_tag_, next_tag_ + count);
    }

    /// Submits a task of K for each local block, and returns at once.
    template <class K, class... Fields>
    void submit_pass(const typename K::Args& args, PassCost cost,
                     Fields&... fields) const {
        submit_pass_with<K>(
            [&args](int) -> const auto& { return args; }, cost, fields...);
    }
    /// The same with args_of(block).
    template <class K, class ArgsOf, class... Fields>
    void submit_pass_with(const ArgsOf& args_of, PassCost cost,
                          Fields&... fields) const {
        for (std::size_t k = 0; k < local_blocks().size(); ++k) {
            const int local = static_cast<int>(k);
            auto options = places_.options(local_blocks()[k]);
            options.label = {local_blocks()[k]};
            options.flops = cost.flops_per_real * block_reals() * columns_;
            options.bytes = cost.block_bytes;
            for (int mu = 0; mu < 4; ++mu)
                options.variant |= (decomposition_.cut(mu) ? 1u : 0u) << mu;
            runtime::submit<K>(context_, args_of(local_blocks()[k]), options,
                               of_block(fields, local)...);
        }
    }

    /// Of what each rank has for its own blocks, and zeros for the others; the
    /// same bits for any number of ranks, each of which calls.
    /// @param of_blocks  (blocks)
    double total(std::vector<double> of_blocks) const;

  private:
    runtime::Context& context_;
    wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    EvenOddOptions options_;
    int columns_;
    wilson::BlockPlaces places_;
    bool gpus_have_scalars_;
    runtime::MessageTag next_tag_ = 0;
};

}  // namespace tasuki::graphs::solver
