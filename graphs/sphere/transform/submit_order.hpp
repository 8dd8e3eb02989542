// Priorities and tags of both directions of a transform, for StarPU and MPI.
#pragma once

#include <cstddef>

#include "runtime/core/codelet.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::graphs::sphere {

/// A distinct tag for each part, direction and pair of ranks.
inline runtime::MessageTag tag_of(std::size_t part, bool to_rows) {
    return static_cast<runtime::MessageTag>(2 * part + (to_rows ? 1 : 0));
}

/// The options of the second half of the tasks of a block.  Without a priority,
/// the first halves of all other blocks, which are ready earlier, would run
/// first, and its transfer or theirs would overlap with nothing.
inline runtime::SubmitOptions before_others(runtime::SubmitOptions options) {
    options.priority = 1;
    return options;
}

}  // namespace tasuki::graphs::sphere
