// A task between its submission and its end.  For runtime/ alone.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/trace/trace_label.hpp"

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
    State state;
    bool crosses;  ///< whether it waits for another rank

    /// Other threads may look at it while it changes.
    void set_state(State now) {
        std::atomic_ref{state}.store(now, std::memory_order_seq_cst);
    }
};

}  // namespace tasuki::runtime::detail
