// Where the time of a whole command went.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// How long workers had tasks, one of a kind in the mean [s].
struct Worked {
    double cpus = 0, gpus = 0;
    double outputs = 0;  ///< files and pictures beside them, all together
};

/// Those of this rank, so far.
Worked worked_in(runtime::Context& context);

/// Of a run, what it knows itself [s].
struct RunTimes {
    double computing = 0;           ///< steps, iterations or applications
    double waiting_for_output = 0;  ///< for files and pictures before
    Worked worked{};
    /// From where units were counted, until all of their outputs were written,
    /// but for the files of the end.
    double with_outputs = 0;
    double counted = 0;  ///< steps or iterations; 0: the run does not say
};

/// Times of parts, one after another, from the start of `tasuki` on.
class TimeSpent {
  public:
    TimeSpent();
    /// The part that now ends, after the one before.
    void end(const std::string& part);
    /// The part that now ends is a run: set-up is what is left of it.
    void end_run(const RunTimes& times);

    /// "3.2 s: start 0.02, input 0.40, ...; GPUs work 31 % of it, CPUs 2 %"
    std::string text() const;
    /// The parts, "all", how long workers had tasks, and of a run that counts
    /// them the time of a step or iteration with its outputs [s].
    Json json() const;

  private:
    double since_last();

    std::vector<std::pair<std::string, double>> parts_;
    RunTimes run_{};
    double last_ = 0;  ///< when a part ended, since `tasuki` began [s]
};

}  // namespace tasuki::drivers
