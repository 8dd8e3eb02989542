// What is said of a source whose solution does not converge.
#pragma once

#include <string>

#include "drivers/solve/options.hpp"

namespace tasuki::drivers {

/// @throws NumericsError  with the residuals so far, the reason and a hint
[[noreturn]] void refuse_solution(const SolveOptions& options,
                                  const std::string& source,
                                  const graphs::solver::Solution& solution);

}  // namespace tasuki::drivers
