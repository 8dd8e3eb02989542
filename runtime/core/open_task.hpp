// A task between its submission and its end.  For runtime/ alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/trace/trace_label.hpp"

struct starpu_task;

namespace tasuki::runtime::detail {

/// A part of what the task has anyway; see open_tasks.hpp.
struct OpenTask {
    /// What its worker does with it.
    enum class State : std::uint8_t {
        waits,
        on_cpu,   ///< its function computes
        on_gpu,   ///< its function was called, and the GPU may compute
        returned  ///< its function on a CPU has returned
    };

    OpenTask* before;    ///< null: it is the first one
    OpenTask* after;     ///< null: it is the last one
    const char* kernel;  ///< name of its kernel
    TraceLabel label;    ///< that of its submission
    /// No other task of the process has it; with the slot, what a Task knows.
    std::uint64_t number;
    /// Gates that wait for its end (OpenTasks::gate_after); null for none.
    std::vector<starpu_task*>* gates;
    std::uint32_t slot;  ///< of OpenTasks
    State state;
    bool crosses;  ///< whether it waits for another rank

    /// Other threads may look at it while it changes.
    void set_state(State now) {
        std::atomic_ref{state}.store(now, std::memory_order_seq_cst);
    }
};

}  // namespace tasuki::runtime::detail
