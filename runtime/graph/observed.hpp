// For runtime/ alone.
#pragma once

#include <cstddef>

namespace tasuki::runtime::detail {

class Observation;

/// A submission of an iteration that is observed (observation.hpp); null for
/// none.
struct Observed {
    Observation* observation = nullptr;
    std::size_t submission = 0;
};

}  // namespace tasuki::runtime::detail
