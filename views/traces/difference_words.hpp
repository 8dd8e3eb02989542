// What changed from one trace to another, in words.
#pragma once

#include <string>
#include <vector>

#include "views/traces/difference.hpp"

namespace tasuki::trace {

/// "matvec moved from CPU x16 to GPU 0: 20 tasks of an iteration."  See
/// Difference::sentences.
std::vector<std::string> change_sentences(const Traced& before,
                                          const Traced& after);

}  // namespace tasuki::trace
