// Transfers between the memories of a rank, from StarPU's own event trace.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tasuki::trace {

struct EventTransfer {
    int source, target;  ///< StarPU's numbers of memories
    std::uint64_t bytes;
    bool ahead;               ///< no worker waited for it yet
    std::int64_t start, end;  ///< machine_nanoseconds() of the rank
};

/// Those that began in the last interval that a runtime::Recorder marked.
/// @param text  StarPU's paje.trace of one rank
/// @throws InputError  it is none, or cut off: with its line
std::vector<EventTransfer> parse_transfers(std::string_view text);

}  // namespace tasuki::trace
