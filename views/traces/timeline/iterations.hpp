// When the iterations of a trace ran; several are in flight together.
#pragma once

#include <string_view>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

struct IterationSpan {
    int number;
    Time start, end;  ///< of its first and of its last task or message
};

/// "iteration" where it counts, else "warm-up" or "run-out".
std::string_view role_of(const Timeline& timeline, int number);

/// By number.
std::vector<IterationSpan> iterations(const Timeline& timeline);

}  // namespace tasuki::trace
