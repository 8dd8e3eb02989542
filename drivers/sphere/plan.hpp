// What a run begins with, and which steps it takes.
#pragma once

#include <optional>

#include "drivers/sphere/options.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "runtime/ranks.hpp"

namespace tasuki::drivers {

struct SpherePlan {
    io::FlowSnapshot begin;
    bool resumed = false;
    std::uint64_t last_step = 0;  ///< not below begin.step
    std::optional<double> end;    ///< time of last_step, where it is given
    std::uint64_t every = 1;      ///< steps between outputs
    std::uint64_t checkpoint_every = 1;

    std::uint64_t steps() const { return last_step - begin.step; }
    double time(std::uint64_t step) const {
        return end && step == last_step ? *end : begin.clock.time(step);
    }
    /// Length of the step that leads to `step`.
    double dt(std::uint64_t step) const {
        return end && step == last_step ? *end - begin.clock.time(step - 1)
                                        : begin.clock.dt;
    }
    /// Of the snapshots and lines of the table: the beginning, all steps whose
    /// number `every` divides, and the last one.
    bool is_output(std::uint64_t step) const {
        return step == begin.step || step == last_step || step % every == 0;
    }
    bool is_checkpoint(std::uint64_t step) const {
        return step == last_step || step % checkpoint_every == 0;
    }
    /// The first step behind `done` that is one of these.
    std::uint64_t next_output(std::uint64_t done) const;
    std::uint64_t outputs() const;
};

/// Reads or makes the flow.  Every rank calls.
/// @throws UsageError  also where an option is not what the file says that
///                     `--resume` names
/// @throws InputError, UnavailableError
SpherePlan make_plan(const SphereOptions& options, const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
