// Runs one cell as a process of its own.
#pragma once

#include <variant>

#include "drivers/compare/cell_result.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

/// kept_json() of a cell that ended well, or why it did not.  A cell must not
/// see what another left in StarPU, and one that crashes takes nothing with it.
/// @param file     where the child writes its result meanwhile
/// @param seconds  after which it is stopped
std::variant<Json, CellFailure> run_cell(const Cell& cell, int repetitions,
                                         const std::string& file, int seconds,
                                         const std::string& trace = {});

/// The exit code that stands for a failed cell: its own if README documents it,
/// else that of a fault.
runtime::ExitCode exit_code_of(const CellFailure& failure);

}  // namespace tasuki::drivers::compare
