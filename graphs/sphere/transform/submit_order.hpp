// Priorities, tags and costs of both directions of a transform, for StarPU and
// MPI.
#pragma once

#include <cmath>
#include <cstddef>

#include "codelets/sphere/fourier/fourier.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::graphs::sphere {

/// Between two ranks, a distinct tag for each array: what is sent from one is
/// received in order, while transforms of other numbers of fields, whose arrays
/// are others, are under way too.
/// @param fields  of the transform
/// @param parts   of all ranks
inline runtime::MessageTag tag_of(int fields, std::size_t parts,
                                  std::size_t part, bool to_rows) {
    return static_cast<runtime::MessageTag>(
        2 * (static_cast<std::size_t>(fields) * parts + part) +
        (to_rows ? 1 : 0));
}

/// The options of the second half of the tasks of a block.  Without a priority,
/// the first halves of all other blocks, which are ready earlier, would run
/// first, and its transfer or theirs would overlap with nothing.
inline runtime::SubmitOptions before_others(runtime::SubmitOptions options) {
    options.priority = 1;
    return options;
}

/// The options of the FFTs of real rows: 5/2 I log2 I flop each.
inline runtime::SubmitOptions for_ffts(
    runtime::SubmitOptions options, const tasuki::sphere::fourier::Args& args) {
    const double n = args.longitudes;
    options.flops = 2.5 * n * std::log2(n) * args.rows;
    return options;
}

}  // namespace tasuki::graphs::sphere
