// Whether what a command did under a fault is what it may do.
#pragma once

#include <string>

#include "tests/faults/fault.hpp"

namespace tasuki::faults {

/// What a case came to, for the counts.
enum class Outcome { right, refused, ended, wrong };

struct Verdict {
    Outcome outcome;
    std::string problem;  ///< of a wrong one, in a line
};

/// Runs the case, and judges it; `end` is the fault's end, or null.
Verdict judge(Boxes& boxes, Case& c, void (*end)(Case&));

}  // namespace tasuki::faults
