// The table of all cells on the page.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"

namespace tasuki::drivers::compare {

/// HTML.  What is the same for all cells stands above the table, not in a
/// column.
std::string cell_table(const Subject& subject,
                       const std::vector<CellResult>& results);

}  // namespace tasuki::drivers::compare
