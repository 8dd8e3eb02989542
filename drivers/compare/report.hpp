// Makes the report of a folder from the cells that are kept there.
#pragma once

#include "drivers/compare/result_files.hpp"
#include "drivers/compare/store.hpp"

namespace tasuki::drivers::compare {

/// Writes results.csv, results.json, report.html and charts/ anew.
/// @throws InputError  a kept file is broken
/// @throws UsageError  one cannot be written
Findings write_report(const Store& store);

/// The short table and the recommendation, on stdout.
void print_summary(const Findings& findings, const std::string& folder);

}  // namespace tasuki::drivers::compare
