// A comparison as one page that needs nothing else: no network, no scripts.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/figures.hpp"
#include "drivers/compare/result_files.hpp"

namespace tasuki::drivers::compare {

/// The table of all cells, HTML.  What is the same for all of them stands above
/// it, not in a column.
std::string cell_table(const Subject& subject,
                       const std::vector<CellResult>& results);

/// Charts side by side, each with its caption.
std::string charts_html(const std::vector<Figure>& figures);

/// How cells ended, why, and their commands.
std::string failures_html(const std::vector<CellFailure>& failures);

/// The page: HTML that is well-formed XML too.
std::string to_html(const Findings& findings,
                    const std::vector<Figure>& figures);

}  // namespace tasuki::drivers::compare
