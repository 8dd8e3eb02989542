// Task graphs that are not of our physics, for the comparison of scheduling
// policies.  Their kernels have a cost and no result: a simulation calls none,
// and otherwise they compute for as long as they would take on another machine.
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

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "drivers/tasks/graphs/places.hpp"
#include "runtime/core/context.hpp"
#include "simulation/machine.hpp"

namespace tasuki::drivers {

class Lengths;
class LowerBound;
class Reference;

/// What is done with its tasks.
struct Iteration {
    Places places;
    LowerBound* bound = nullptr;  ///< that is to note them, if there is one
    const Lengths* lengths = nullptr;  ///< of those that are executed
    /// Is to note what the tasks give, which are not submitted then.
    Reference* reference = nullptr;
    std::uint64_t submitted = 0;  ///< tasks

    void begin() {
        places.begin_iteration();
        submitted = 0;
    }
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
