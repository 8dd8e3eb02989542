// Times a program and writes what `tasuki compare run` reads.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/options.hpp"
#include "program/trace.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::program {

/// Times repetitions and keeps the numbers of the result.
class Run {
  public:
    /// All outlive it.
    /// @param trace  null: records nothing, whatever the options say
    Run(const Options& options, runtime::Context& context,
        Trace* trace = nullptr)
        : options_{options}, context_{context}, trace_{trace} {}

    /// Calls `repetition`, which submits the tasks of one repetition or runs
    /// graphs, to warm up and then options.repetitions times, and waits for
    /// the tasks of each.  With a trace it is called a few times more for that.
    /// Every rank calls it, and the slowest counts.
    /// @param prepare  is called before each repetition and not timed, but its
    ///                 tasks are counted and in the trace
    /// @param graphs   those that it runs: the warm-up lasts until they are
    ///                 settled, or for a second (runtime::warm_up)
    void time(
        const std::function<void()>& repetition,
        const std::function<void()>& prepare = [] {},
        std::initializer_list<std::reference_wrapper<const runtime::Graph>>
            graphs = {});

    /// A further number of the result: "relative_error", or what --rate of
    /// `tasuki compare run` names.
    void add(const std::string& key, double value);
    /// The same for an amount of work in a repetition, by its median time.
    void add_rate(const std::string& key, double work);
    /// The same for an error, the largest of all ranks.  Every rank calls it.
    /// @throws NumericsError  it is above `most`, or NaN
    void check(const std::string& key, double error, double most);

    /// Of each repetition [s].
    const std::vector<double>& seconds() const { return seconds_; }
    /// Tasks of the timed repetitions by kernel.
    const std::map<std::string, runtime::PhaseCount>& phases() const {
        return phases_;
    }
    /// Times and numbers in one line.
    std::string summary() const;

    /// Writes the result to options.json, if that is not empty.  Every rank
    /// calls it, and the first one writes, for all.
    /// @throws UsageError  nothing was timed; a placement is of a kernel that
    ///                     did not run on any rank; the file cannot be written
    void finish();

  private:
    /// Seconds of so many repetitions, in flight together.
    double timed(int count, const std::function<void(int)>& repetition);
    void note_kernels();
    void need_times() const;
    /// What all ranks have done.
    struct Parts;
    Parts gather();
    void check_placements(const std::set<std::string>& ran) const;

    const Options& options_;
    runtime::Context& context_;
    Trace* trace_;
    std::vector<double> seconds_;
    std::map<std::string, runtime::PhaseCount> phases_;
    std::set<std::string> ran_;  ///< kernels, since the Context began
    std::vector<std::pair<std::string, double>> numbers_;
};

}  // namespace tasuki::program
