// Priorities and tags of both directions of a transform, for StarPU and MPI.
#pragma once

#include <cstddef>

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

}  // namespace tasuki::graphs::sphere
