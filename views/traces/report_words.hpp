// The figures of a trace in words, for people.
#pragma once

#include <string>
#include <vector>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// "3.21 ms", "45.6 us": four digits.
std::string duration_words(double nanoseconds);
inline std::string duration_words(Time time) {
    return duration_words(static_cast<double>(time));
}

/// "1 recorded stretch": what the cost was measured with.
std::string stretch_words(const Cost& cost);

/// "31.5 MB", "6.1 kB"
std::string bytes_words(double bytes);

/// Time over iterations [ns]; 0 without one.
double time_per_iteration(const Summary& summary);

/// What one learns first: time and bound, workers, exchange, the longest
/// chain, the cost of the record.  One sentence or two each, plain text.
std::vector<std::string> lead_sentences(const Timeline& timeline,
                                        const Summary& summary);

}  // namespace tasuki::trace
