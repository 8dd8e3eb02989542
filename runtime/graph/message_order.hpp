// Whether the messages of a graph may be parts of lists, in which what comes
// behind a receive waits with it: docs/decisions/0017.  For runtime/ alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/graph/recorder.hpp"

namespace tasuki::runtime::detail {

/// Of one rank, in the order of its submissions.
using MessagesOfRank = std::vector<MessageEnd>;

std::string to_text(const MessagesOfRank& messages);
/// @param text  of to_text()
MessagesOfRank messages_of(const std::string& text);

/// Whether all messages of a run of the graph come to an end, even if every
/// rank does all in the order of its submissions, and in each phase first what
/// it sends.  A rank is in the next phase when it sends after it has received,
/// and in that in which what it receives was sent.
/// @param of_ranks  by rank
bool are_in_order(std::span<const MessagesOfRank> of_ranks);

}  // namespace tasuki::runtime::detail
