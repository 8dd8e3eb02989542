// Runs the cells of a matrix that a folder has not got yet.
#pragma once

#include <string>

#include "drivers/compare/matrix.hpp"
#include "drivers/compare/store.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

struct RunEnd {
    std::size_t failed;
    /// The gravest of the failed cells' codes, 70, 4, 3, 2; done if none is.
    runtime::ExitCode exit_code;
};

/// One after another; what fails is kept as such, said on stderr, and the rest
/// goes on.  How far it is stands on stderr: one line that changes on a
/// terminal, else a line per cell.
/// @param seconds  that a cell may take
/// @param traces   folder for a trace of each cell, by its key; empty: none
RunEnd run_matrix(const Matrix& matrix, Store& store, int seconds,
                  const std::string& traces = {});

}  // namespace tasuki::drivers::compare
