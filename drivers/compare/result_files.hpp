// The figures of a comparison for other programs.
#pragma once

#include <string>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/experiment.hpp"
#include "drivers/compare/recommendation.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

/// Everything that a report is made of.
struct Findings {
    Experiment experiment;
    std::vector<CellResult> results;  ///< in the order of before()
    std::vector<CellFailure> failures;
    /// Planned, but not run: the run goes on, or was interrupted.
    std::vector<Cell> missing{};

    std::size_t planned() const {
        return results.size() + failures.size() + missing.size();
    }
};

/// One line per cell, failed and missing ones too; every double with the digits
/// that give it back exactly.  After RFC 4180, but for newlines alone as line
/// ends.
std::string to_csv(const Findings& findings);

/// The same, and the comparisons and recommendation that follow.
Json to_json(const Findings& findings);

}  // namespace tasuki::drivers::compare
