// Where StarPU keeps its events.  For runtime/trace/ alone.
#pragma once

#include <string>

namespace tasuki::runtime::detail {

/// @param own  folder of this rank
std::string events_folder(const std::string& own);

}  // namespace tasuki::runtime::detail
