// Two traces side by side, and what changed from the one to the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::trace {

/// A figure of both.
struct DifferenceRow {
    std::string group;  ///< "time", "phase", "worker", "exchange"
    std::string name;   ///< with its unit in [ ]
    std::optional<double> before{}, after{};  ///< if the trace has it at all

    /// By how much it grew [%]; 0 if it was 0 or one of them has it not.
    double change_percent() const;
};

struct Difference {
    std::vector<DifferenceRow> rows;
    /// The largest changes first, plain text; one that says so if nothing
    /// changed by more than kLeastChange.
    std::vector<std::string> sentences;
};

/// Less is not worth a sentence: it is as much as two runs differ by [%].
inline constexpr double kLeastChange = 2;

struct Traced {
    const Timeline& timeline;
    const Summary& summary;
};

/// Times and bytes are per iteration, so that windows may differ.  Workers are
/// compared by rank and name.
Difference compare(const Traced& before, const Traced& after);

/// Difference::sentences: "matvec moved from CPU x16 to GPU 0: 20 % of its
/// tasks."
std::vector<std::string> change_sentences(const Traced& before,
                                          const Traced& after);

Json to_json(const Difference& difference);

/// The tables and the sentences, on stdout.
void print_difference(const Traced& before, const Traced& after,
                      const Difference& difference);

}  // namespace tasuki::trace
