// Task graphs that are not of our physics, for the comparison of scheduling
// policies in a simulation.  Their kernels have a cost and no code.
//
//   cholesky:TILESxSIDE     tiled Cholesky factorization, as examples/cholesky
//   heat:BLOCKSxSIDE        ten steps of a heat equation, as examples/heat
//   independent:RATIOxTASKS tasks of 1 ms on a GPU and RATIO ms on a CPU core
//   forkjoin:WIDTHxSTAGES   stages of large and small tasks between a fork and
//                           a join
//   tree:FRONTSxSEED        elimination tree of a multifrontal factorization:
//                           fronts of irregular sizes, from the leaves up
//   PATTERN:RATIOxWIDTHxSTEPS  one of Task Bench's, with tasks of 1 ms on a GPU
//                           and RATIO ms on a CPU core
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "drivers/tasks/simulate/places.hpp"
#include "runtime/core/context.hpp"
#include "runtime/simulation/machine.hpp"

namespace tasuki::drivers {

class LowerBound;

/// What is done with its tasks.
struct Iteration {
    Places places;
    LowerBound* bound = nullptr;  ///< that is to note them, if there is one
};
/// Submits one.
using SubmitIteration = std::function<void(Iteration&)>;

/// What `--graph` names.
struct TaskGraph {
    /// With functions for CPU and GPU.
    std::vector<std::string> kernels;
    /// What they take on a GPU, over what the rates of the machine give.
    std::map<std::string, double> gpu_slowness;
    /// Makes its arrays, which the result keeps, in a Context.
    std::function<SubmitIteration(runtime::Context&)> load;
};

/// @param machine  to which ratios are fitted
/// @throws UsageError  no graph has this form
TaskGraph parse_task_graph(const std::string& text,
                           const runtime::Machine& machine);

}  // namespace tasuki::drivers
