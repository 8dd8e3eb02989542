// The full operator D driven in several ways on the same data, in turns: what
// the task runtime costs.  Under a launcher every rank has its blocks, and all
// measure in step.
#pragma once

#include <string>
#include <vector>

#include "drivers/wilson/bench/kernels.hpp"
#include "graphs/wilson/decomposition.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Beside those of the kernels, of which `kernels` does not count.
struct EngineBenchOptions : KernelBenchOptions {
    std::vector<std::string> engines{};  ///< of engine_names()
    std::vector<std::string> blocks{};   ///< grids; empty: as in `wilson`
    std::string ranks{};                 ///< their grid; empty: along T
    /// Empty: gpu where one is, else cpu.
    std::vector<std::string> placements{};
    int cpus = -1;  ///< -1: all
    int gpus = -1;  ///< -1: all
};

/// One engine in one stored form.
struct EngineRow {
    std::string engine, precision;
    int reconstruct;  ///< reals stored per link
    double sites;
    double error;    ///< of D source from the plain reference
    int iterations;  ///< applications in each round
    /// Per application, one per round; of the slowest rank.
    std::vector<double> seconds;
    double over_engine;  ///< tasuki's median over this one's; 0 without tasuki

    double gflops(double flops_per_site) const;
};

struct EngineTable {
    lattice::Extents lattice, blocks, ranks;
    std::string placement, policy;
    std::vector<std::string> workers;  ///< of all ranks
    std::vector<EngineRow> rows;
};

/// One table: a lattice, a grid, a placement.
struct EngineCase {
    graphs::wilson::Decomposition decomposition;  ///< with this rank's place
    std::string placement;
};

/// All tables, checked before the first is measured.  Every rank calls.
/// @throws UsageError        an engine cannot have a placement or a precision,
///                           a grid does not divide a lattice, or the ranks
///                           the grid
/// @throws UnavailableError  no worker for a placement, no GPU for `streams`,
///                           too little memory of the host or the GPUs
std::vector<EngineCase> engine_cases(
    const EngineBenchOptions& options,
    const std::vector<lattice::Extents>& lattices);

/// Every rank calls.
/// @param data  of the rank's part of the lattice, with neighbours
/// @throws NumericsError  an engine's answer is not the reference's
EngineTable bench_engines(const EngineCase& which, const KernelData& data,
                          const EngineBenchOptions& options);

/// The table and its JSON.
void print_engines(const EngineTable& table);
Json engines_json(const EngineTable& table);

}  // namespace tasuki::drivers
