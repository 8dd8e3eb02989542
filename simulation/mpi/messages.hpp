// Messages between the ranks of a simulation.  For runtime/mpi/ alone.
#pragma once

#include <memory>

#include "runtime/core/messages.hpp"

namespace tasuki::runtime::detail {

/// From now on no rank copies what large messages hold.
void leave_large_messages_out();

std::unique_ptr<Messages> simulated_messages();

}  // namespace tasuki::runtime::detail
