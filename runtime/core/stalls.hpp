// What a Context says where its tasks make no progress.
#pragma once

#include <functional>
#include <string>

namespace tasuki::runtime {

/// Tasks or messages wait, and none has ended for a while.
struct Stall {
    double seconds;  ///< since the last one ended [s]
    /// Whether something may still move: a task runs, the program holds an
    /// array, or a message waits for another rank.  Otherwise no task can
    /// begin any more, unless another process gives memory of a GPU back.
    bool can_move;
    /// What runs, and what waits: kernels, arrays that the program holds,
    /// messages.
    std::string what;
};

/// When a Context reports that nothing makes progress, and to whom.
struct Stalls {
    /// Before the first report [s]; 0: there is none.  The next ones come after
    /// twice the time of the one before.
    double seconds = 300;
    /// Called by a thread of the library, and may not throw.  Null: the log has
    /// a warning.
    std::function<void(const Stall&)> report{};
};

/// The words of a report, in one line.
std::string describe(const Stall& stall);

}  // namespace tasuki::runtime
