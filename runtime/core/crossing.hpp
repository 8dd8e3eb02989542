// Tasks that are half of a message to or from another rank.  For runtime/
// alone.
#pragma once

#include <cstdint>

struct starpu_task;

namespace tasuki::runtime::detail {

/// What the tasks of a kernel do with another rank.  One that releases waits
/// for nobody.
enum class Crosses : std::uint8_t { nothing, sends, receives, releases };

/// One message, as the rank has it.  It is either a task of StarPU, which may
/// not start before its gate, or part of a list, where the GPU itself waits for
/// the other side.
class Crossing {
  public:
    Crossing() = default;
    virtual ~Crossing() = default;
    Crossing(const Crossing&) = delete;
    Crossing& operator=(const Crossing&) = delete;

    /// It becomes a task, or part of a list.
    /// @return  an empty task that comes before that, and is submitted when it
    ///          may start; null: it may now
    virtual starpu_task* close_task() = 0;
    virtual starpu_task* close_list() = 0;
    /// StarPU has what comes after the gate.
    virtual void open_later(starpu_task* gate) = 0;
    /// The task, or the list, has ended.
    virtual void end() = 0;
};

}  // namespace tasuki::runtime::detail
