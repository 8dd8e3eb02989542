// A comparison as one page that needs nothing else: no network, no scripts.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/figures.hpp"
#include "drivers/compare/result_files.hpp"

namespace tasuki::drivers::compare {

/// HTML that is well-formed XML too.
std::string to_html(const Findings& findings,
                    const std::vector<Figure>& figures);

}  // namespace tasuki::drivers::compare
