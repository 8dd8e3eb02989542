// An iteration of a solver on one kind of worker: its time, the least that its
// memory traffic allows, and that of its kernels alone.  All of them are those
// of an iteration for all right-hand sides, over their number.
#pragma once

#include <string>
#include <vector>

#include "drivers/solve/bench/kernels.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct IterationRow {
    lattice::Extents extents;
    std::string solver, precision;  ///< "cg"; "double", "single" or "half"
    double csw, mu;                 ///< as EvenOddOptions has them
    int columns;                    ///< right-hand sides at once
    std::string worker;             ///< its name
    double bandwidth_gbs;           ///< measured in the same run
    std::vector<IterationKernel> kernels;
    std::vector<double> seconds;  ///< of an iteration, by repetition

    double median_seconds() const;
    /// Least memory traffic of the kernels [B].
    double bytes() const;
    /// The bytes over the bandwidth.
    double floor_seconds() const { return 1e-9 * bytes() / bandwidth_gbs; }
    /// Of the kernels alone, one after the other.
    double kernels_seconds() const;
    double over_floor() const { return median_seconds() / floor_seconds(); }
    double over_kernels() const { return median_seconds() / kernels_seconds(); }
};

/// What is measured on one worker.
struct IterationCase {
    lattice::Extents extents;
    std::string solver, precision;
    double csw, mu;
    int columns, repetitions;

    graphs::solver::Inner inner() const;
    graphs::solver::EvenOddOptions options(
        const graphs::wilson::Placement& placement) const;
    /// Of the solver, or once more of the fields of the kernels alone [B].
    double device_bytes() const;
};

/// Solves once to a loose tolerance, and checks it; then times iterations.
/// @throws NumericsError  the solution is wrong
IterationRow time_iteration(runtime::Context& context,
                            const runtime::Worker& worker,
                            const IterationCase& what);

void print_iterations_head();
void print_iteration(const IterationRow& row);
Json iterations_json(const std::vector<IterationRow>& rows);

}  // namespace tasuki::drivers
