// What tasks do where they are executed: they compute for as long as a kernel
// would take on another machine, and write a hash of all that they have read.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "drivers/tasks/graphs/bound.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/context.hpp"
#include "simulation/machine.hpp"

namespace tasuki::drivers {

/// Iterations of stream::grain that a task takes on a worker of each kind.
struct Spins {
    int cpu, gpu;
};

/// How long tasks are made.
class Lengths {
  public:
    /// Measures how fast the workers of `context` iterate: CPUs all together,
    /// as they share cores, and one GPU.
    /// @param imitated  whose rates say what a kernel takes
    Lengths(runtime::Context& context, const runtime::Machine& imitated);

    Spins of(const std::string& kernel, double bytes, double flops) const;

  private:
    const runtime::Machine& imitated_;
    double cpu_rate_, gpu_rate_ = 0;  // iterations per second; 0: no GPU
};

/// What the first words of the arrays have to be in the end: computed from the
/// order of submission alone.
class Reference {
  public:
    using Doubles = runtime::Array<double>;

    /// @param task  its number, as the task itself has it
    /// @param out   the one array of `uses` that it writes
    void add(std::uint64_t task, std::span<const LowerBound::Use> uses,
             const Doubles& out);
    /// Waits for the tasks.
    /// @throws NumericsError  an array holds something else
    void check() const;

  private:
    std::map<const void*, std::uint64_t> words_;  // of arrays; 0 at first
    std::set<const Doubles*> written_;
};

}  // namespace tasuki::drivers
