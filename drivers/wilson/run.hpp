// Runs the Wilson-Dirac operator: norms, check, timing.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/bandwidth.hpp"
#include "drivers/common/phases.hpp"
#include "drivers/common/time_spent.hpp"
#include "drivers/wilson/options.hpp"
#include "program/trace_window.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct WilsonResult {
    lattice::Extents lattice, blocks, ranks;
    std::vector<double> norm2;  ///< |D^k source|^2, k = 1..apply
    double error;               ///< of D source, relative; see reference.hpp
    double tolerance;           ///< what `error` was held against
    std::size_t checked_sites;
    /// Per application, one per repetition; of the slowest rank.
    std::vector<double> seconds;
    int iterations;  ///< applications in each repetition
    double sites;
    double bytes_per_site;  ///< least memory traffic [B]
    std::vector<WorkerBandwidth> bandwidth;
    double roofline_gbs;  ///< of the workers that the placement may use
    /// Of the timed part, all ranks.
    Phases phases;
    std::vector<runtime::Worker> workers;  ///< of this rank
    int messages;                          ///< per application, all ranks
    double message_bytes;                  ///< the same [B]
    /// With most of the other ranks of this machine.
    runtime::Exchange exchange;
    std::string policy;
    std::string placement;   ///< split:auto with its number
    trace::Cost trace_cost;  ///< empty where nothing was recorded
    RunTimes times{};

    double median_seconds() const;
    double gflops(double flops_per_site) const;
    double achieved_gbs() const;
    double roofline_percent() const;
};

/// On every rank, each with its own part; the result is the whole run's on the
/// first.
/// @throws NumericsError     the answer is not the reference's
/// @param recorder  what the applications of options.trace.window are recorded
///                  with, after the timed ones; null for none
WilsonResult run_planned(const WilsonOptions& options, const WilsonPlan& plan,
                         runtime::Recorder* recorder);

/// GB/s of the workers that a placement may use.
double roofline(const std::vector<WorkerBandwidth>& bandwidth,
                graphs::wilson::Placement placement);

/// Parts of the table.
void print_problem(const WilsonOptions& options, const WilsonResult& result);
/// @param origin  of the bandwidth: "measured in this run"
void print_speed(const WilsonResult& result, const char* origin);

/// The table and the JSON of a run.
void print_result(const WilsonOptions& options, const WilsonPlan& plan,
                  const WilsonResult& result);
Json json_of(const WilsonOptions& options, const WilsonPlan& plan,
             const WilsonResult& result);
std::string title_of(const WilsonOptions& options, const WilsonPlan& plan,
                     const WilsonResult& result);

}  // namespace tasuki::drivers
