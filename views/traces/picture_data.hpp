// The data of the picture that a page of a trace draws by its script.
#pragma once

#include <cstddef>
#include <string>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// What a page holds at most, so that a browser opens it at once.
struct PictureLimits {
    std::size_t tasks = 60000;  ///< about 1.5 MB
    /// Up to so many tasks, the page has what each of them depends on.
    std::size_t dependencies = 20000;
};

struct PictureData {
    std::string json;        ///< with no character that HTML or XML escape
    std::size_t tasks = 0;   ///< in the picture
    int last_iteration = 0;  ///< that is in it
};

/// Times in ns.  What is left out for the limits are the last iterations:
///   rows        [kind, rank, name, items], kind 0 lane, 1 transfers, 2
///   messages
///     items     flat; each begins with its start, counted from the start of
///               the item before it, and its duration, followed by
///       task      place, class, iteration, start - ready
///       transfer  bytes, ahead
///       message   place, bytes, iteration, place of the task that made it
///                 or -1
///   classes     [phase, block, faces, flops, bytes]
///   phases      [name, colour]
///   waits       [lane, start, duration]
///   iterations  [number, start, end, measured]
///   after       (places) [tasks, messages], or null
///   path        [is task, place], the chain of Summary::path
/// and the colours of exchange and waiting.
PictureData picture_data(const Timeline& timeline, const Summary& summary,
                         const PictureLimits& limits = {});

}  // namespace tasuki::trace
