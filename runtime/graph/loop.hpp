// Runs of a graph until a value says that they are enough, or one after the
// other without the host.  For runtime/ alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "runtime/core/data.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

/// What ends a loop on a GPU: a kernel of one thread behind each run, with the
/// loop, the number of runs that are left, the value and the test.
struct LoopEnd {
    /// Largest test [B].
    static constexpr std::size_t kMost = 64;

    const void* kernel = nullptr;  ///< end_of_run(); null: there is none
    std::array<std::byte, kMost> test{};
    bool operator==(const LoopEnd&) const = default;
};

/// When runs go on: by the first element of an array, after each run.
struct LoopCondition {
    Handle value;
    /// Of the value in memory of the host.
    std::function<bool(const void*)> goes_on;
    LoopEnd end;
};

/// The runs of one list until then.  Without a test on its GPU it runs once.
struct Loop {
    LoopCondition condition;
    std::size_t buffer = 0;  ///< of the list, with the value

    std::int64_t begun = 0;  ///< runs
    /// Of these, those that a GPU did not need; null: it had no loop.
    const unsigned* unneeded = nullptr;
    /// What the test said last; nothing: it was not asked.
    std::optional<bool> goes_on{};

    /// After the list has ended.
    std::int64_t runs() const {
        return begun - (unneeded != nullptr ? *unneeded : 0);
    }
    /// The same of the last test.
    std::optional<bool> tested() const {
        return unneeded != nullptr && *unneeded > 0 ? false : goes_on;
    }
};

#if defined(TASUKI_HAS_GPU)
/// Ends a loop after a number of runs.
const LoopEnd& end_of_count();

/// Whether the toolkit and its driver have loops.
bool has_loops();

/// A graph that repeats others by itself.
/// @param run     a run; a copy of it is used
/// @param copies  of it in a row before each `end`
/// @param left    on the device: how often, at least once; becomes 0, or where
///                the test says so more
/// @param value   likewise, for the test
/// @return  null: the toolkit or its driver has no loops, or `run` has what
///          these cannot have
gpu::Graph make_loop(gpu::Graph run, int copies, const LoopEnd& end,
                     unsigned* left, const void* value);
#else
inline bool has_loops() {
    return false;
}
#endif

}  // namespace tasuki::runtime::detail
