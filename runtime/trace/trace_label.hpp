// Properties of a task in a trace beside its name and its times.
#pragma once

#include <cstdint>

namespace tasuki::runtime {

class Context;
class TraceLog;

/// The part of the problem on which a task works.
struct TraceLabel {
    int part = -1;              ///< of the problem, from 0; -1: none
    std::uint32_t of_part = 0;  ///< what of the part; the graph knows
};

/// Tasks and messages submitted during its life belong to iteration `number`,
/// from 0; not to be nested.
class TraceIteration {
  public:
    /// @param context  outlives it
    TraceIteration(Context& context, int number);
    ~TraceIteration();
    TraceIteration(const TraceIteration&) = delete;
    TraceIteration& operator=(const TraceIteration&) = delete;

  private:
    TraceLog* log_;  // null: nothing is recorded
};

}  // namespace tasuki::runtime
