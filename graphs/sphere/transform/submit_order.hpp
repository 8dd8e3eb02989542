// What both directions of a transform say to StarPU and MPI.
#pragma once

#include <cstddef>

#include "runtime/codelet.hpp"
#include "runtime/message.hpp"

namespace tasuki::graphs::sphere {

/// A tag of its own for each part, direction and pair of ranks.
inline runtime::MessageTag tag_of(std::size_t part, bool to_rows) {
    return static_cast<runtime::MessageTag>(2 * part + (to_rows ? 1 : 0));
}

/// The second half of what is done for a block: else the first halves of all
/// others, which were ready before, would come first, and its transfer or
/// theirs would have nothing to hide behind.
inline runtime::SubmitOptions before_others(runtime::SubmitOptions options) {
    options.priority = 1;
    return options;
}

}  // namespace tasuki::graphs::sphere
