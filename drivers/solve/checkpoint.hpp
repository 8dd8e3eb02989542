// The checkpoint of `tasuki solve`: what is solved, and how far the next source
// is.  The same command goes on from it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "drivers/solve/options.hpp"
#include "io/interrupt.hpp"
#include "io/propagator/solve_checkpoint.hpp"

namespace tasuki::drivers {

/// Every rank calls each function, in the same order.  All read the file, and
/// the first one writes it.
class SolveCheckpoint {
  public:
    /// Takes what the file has, if there is one and --checkpoint names it.
    /// @param u  where this rank has blocks
    /// @throws UsageError  it is of another problem, or not there for all ranks
    /// @throws InputError  it is no checkpoint
    SolveCheckpoint(const SolveOptions& options, const SolvePlan& plan,
                    const lattice::GaugeField& u,
                    const graphs::wilson::Decomposition& d,
                    const runtime::Ranks& ranks);

    /// Solutions so far, in the order of the sources; without --checkpoint
    /// those that add() was given.  Those that were added have their x on the
    /// first rank only.
    const std::vector<io::PropagatorColumn>& solved() const {
        return state_.solved;
    }
    std::vector<io::PropagatorColumn> take_solved() {
        return std::move(state_.solved);
    }
    /// How far the sources from number solved().size() on are, if they have
    /// begun.
    std::vector<io::PropagatorColumn> take_running() {
        return std::exchange(state_.running, {});
    }

    /// Keeps solutions, at once.
    /// @param columns  with the whole x on the first rank
    /// @throws Interrupted  a signal has come
    void add(std::vector<io::PropagatorColumn> columns);
    /// Keeps how far the next sources are, if that is due or a signal asks for
    /// it.
    /// @param columns  makes what is kept, likewise
    /// @throws Interrupted  a signal has come
    void keep(
        const std::function<std::vector<io::PropagatorColumn>()>& columns);

  private:
    using Clock = std::chrono::steady_clock;

    bool is_kept() const { return !options_.checkpoint.empty(); }
    void check_agreement(const io::SolveProblem& of_file) const;
    void write();
    bool is_due() const;
    int agreed_signal(bool& due) const;
    void end_if(int signal, const std::string& where) const;

    const SolveOptions& options_;
    const runtime::Ranks& ranks_;
    io::SolveState state_;
    mutable std::optional<io::DeferredSignals> signals_;
    Clock::time_point written_ = Clock::now();
};

}  // namespace tasuki::drivers
