// What `tasuki gauge generate` was asked and what it found, and how it says so.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "codelets/lattice/observables.hpp"
#include "drivers/experiment/experiment.hpp"
#include "io/gauge/gauge_file.hpp"

namespace tasuki::drivers {

struct GenerateOptions : ResultOptions {
    double beta = 0;
    std::string lattice;
    std::uint32_t sweeps = 0;
    std::uint64_t seed = 0;
    std::string start = "hot";
    int overrelaxation = 4;
    std::uint32_t measure_every = 10;
    std::string out;
    std::string format = "nersc";
    std::string precision;  ///< of the file: single or double
    int cpus = -1;
};

struct Measurement {
    std::uint32_t sweep;
    lattice::Plaquette plaquette;
};

struct GenerateResult {
    lattice::GaugeField field;
    std::vector<Measurement> history;  ///< the last one is of `field`
    double seconds;                    ///< in sweeps, without measurements [s]
    trace::Cost trace_cost{};          ///< empty where nothing was recorded
};

nlohmann::ordered_json to_json(const GenerateOptions& options,
                               const GenerateResult& result,
                               const std::vector<io::NamedChecksum>& checksums);

/// A short table on stdout.
void print_report(const GenerateOptions& options, const GenerateResult& result,
                  const std::vector<io::NamedChecksum>& checksums);

}  // namespace tasuki::drivers
