// Messages between submission and arrival, and what becomes of them if an
// exception ends the run on this rank alone.
//
// The other ranks may never send what this one waits for.  Destructors that
// wait for it would hide the exception, which the program is to see, behind a
// hang; so while the stack unwinds they wait only as long as something moves.
#pragma once

namespace tasuki::runtime {

/// Called when a message is submitted and when it has arrived or left.
void message_opened() noexcept;
void message_closed() noexcept;

/// Whether this thread unwinds its stack while messages of this rank are open
/// and nothing has moved for a while: waiting would not end.
bool unwinding_leaves_messages() noexcept;

/// Every rank calls it at the end of its Context, where messages have to come
/// to an end together.  Waits for all; while the stack unwinds only for some
/// seconds, as the others may wait for messages of this rank.
/// @return  whether all have come
bool ranks_end_together() noexcept;

/// Remembers that messages stay open for ever.
void abandon_messages() noexcept;
bool messages_were_abandoned() noexcept;

}  // namespace tasuki::runtime
