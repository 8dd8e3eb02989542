// What people look at, made from a trace: its page, its timelines for ViTE and
// Perfetto, and its graph.
#pragma once

#include <string>

#include "views/traces/picture_data.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// For ViTE, after the Paje trace file format; times in milliseconds.  Rows,
/// from the top: the iterations; for each rank its workers, the memories
/// between which data moved, its messages, and how many tasks are ready.
/// Arrows are transfers from memory to memory and messages from rank to rank.
std::string to_paje(const Timeline& timeline);

/// For Perfetto and Chrome's tracing page: JSON of the trace-event format.  A
/// process for each rank and one for the iterations, a thread for each worker,
/// threads for transfers and messages (as many as are under way together), a
/// flow from each message sent to where it was received, counters for ready
/// tasks and throughput of each link.
std::string to_chrome(const Timeline& timeline);

/// The tasks of one iteration and what they depend on, as SVG: a band of rows
/// for each block, a column for each depth (the longest way from a task that
/// waits for nothing of the iteration), a box for each task in the colour of
/// its phase; messages between ranks as dashed lines, the longest chain with
/// thick ones.  What follows from other dependencies is left out.
std::string to_dag(const Timeline& timeline, int iteration);

/// A page that needs nothing else: no network, no other file.  HTML that is
/// well-formed XML too.  Without a script, and on paper, there is a picture of
/// the first iterations instead of the one that can be zoomed.
std::string to_html(const Timeline& timeline, const Summary& summary,
                    const PictureLimits& limits = {});

/// Writes these as the kViewFiles of timeline/folder.hpp; each is complete or
/// not there.
/// @param folder  of the trace, which is whole
/// @throws UsageError  a file cannot be written
void write_views(const std::string& folder, const Timeline& timeline);

}  // namespace tasuki::trace
