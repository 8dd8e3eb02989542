// Tables of `bench nbody` as text, JSON and CSV, and two of them side by side.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/fma_peak.hpp"
#include "drivers/nbody/bench/pairs.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// What was measured on one worker.
struct PairTable {
    std::string name;                 ///< "table3", "table-a1" or "sizes"
    std::string device;               ///< "NVIDIA H200"
    std::string toolkit;              ///< as `tasuki --version` says it
    double peak_single, peak_double;  ///< multiply-adds [flop/s]
    std::vector<PairRow> rows;

    double peak(const PairRow& row) const {
        return row.precision == "double" ? peak_double : peak_single;
    }
};

void print_head(const PairTable& table);
void print_row(const PairTable& table, const PairRow& row);

Json tables_json(const std::vector<PairTable>& tables);
/// One line per row, with a head.
std::string tables_csv(const std::vector<PairTable>& tables);

/// The same rows of two JSON files, by N, precision and, in table3, root: times
/// and their ratios.
/// @throws UsageError  a file that is none of ours, or rows that only one has
Json compare_toolkits(const std::string& cuda_file,
                      const std::string& hip_file);
void print_toolkits(const Json& comparison);
/// TFLOP/s over N of both, as an SVG file.
std::string toolkits_svg(const Json& comparison);

}  // namespace tasuki::drivers
