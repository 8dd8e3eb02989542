// Cuts the time of a program into epochs whose speeds can be compared.
#pragma once

#include <optional>
#include <utility>

namespace tasuki::runtime {

/// A part of a program's time, without its pauses.
struct Epoch {
    double seconds;  ///< its length
    int tasks;       ///< of the clock class, that ended

    /// Mean time from one end to the next [s].
    double per_task() const { return seconds / tasks; }
};

/// An epoch is all that happens between two pauses of the program (a burst), as
/// the speed may vary in between.  Of a program without pauses it is a number
/// of tasks of the clock class.
class Epochs {
  public:
    /// Whether epochs last from pause to pause.
    bool by_bursts() const { return by_bursts_; }
    /// Whether by_bursts() has changed since the last call.
    bool has_changed() { return std::exchange(has_changed_, false); }
    /// Length of the epoch under way.
    double seconds(double now) const;
    /// Number of clock tasks that it is going to have.
    int expected_tasks() const { return by_bursts_ ? usual_ : part_tasks_; }

    /// A task of the clock class has ended.
    /// @return  the epoch that ended with it
    std::optional<Epoch> ended(double now);
    /// The program has made a pause.
    std::optional<Epoch> paused(double begin, double end);
    /// Another class is the clock.
    void restart();
    /// The part under way counts from now on only.
    void cut(double now);

  private:
    struct Span {
        double start = 0, pause = 0;
        int tasks = 0;
        double seconds(double now) const { return now - start - pause; }
    };
    std::optional<Epoch> end_part(double now);

    bool started_ = false, by_bursts_ = true, has_changed_ = false;
    Span part_, burst_;
    int part_tasks_ = 16;
    int usual_ = 0;       ///< clock tasks of the burst before
    double longest_ = 0;  ///< burst so far [s]
};

}  // namespace tasuki::runtime
