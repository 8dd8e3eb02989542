// The figures of a trace in words, for people.
#pragma once

#include <string>
#include <vector>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// "3.21 ms", "45.6 us": four digits.
std::string duration_words(double nanoseconds);

/// Part of a whole [%]; 0 of nothing.
double share_percent(Time part, Time whole);

/// "rank 1 GPU 0"; without the rank if there is one only.
std::string lane_words(const Timeline& timeline, int lane);

/// "31.5 MB", "6.1 kB"
std::string bytes_words(double bytes);

/// What all workers of a kind did with their time.
struct KindFigures {
    int lanes = 0;
    Time busy = 0, waiting = 0, idle = 0;  ///< sums over the lanes [ns]

    Time whole() const { return busy + waiting + idle; }
};
enum class LaneKind { gpu, gpu_faces, cpu };
LaneKind kind_of(const Lane& lane);
KindFigures figures_of(const Timeline& timeline, const Summary& summary,
                       LaneKind kind);

/// Time over iterations [ns]; 0 without one.
double time_per_iteration(const Summary& summary);

/// What one learns first: time and bound, workers, exchange, the longest
/// chain, the cost of the record.  One sentence or two each, plain text.
std::vector<std::string> lead_sentences(const Timeline& timeline,
                                        const Summary& summary);

}  // namespace tasuki::trace
