// Cuts the time of a program into epochs whose speeds can be compared.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace tasuki::runtime {

/// A part of a program's time, without its pauses.
struct Epoch {
    double seconds;  ///< its length
    int tasks;       ///< of the clock class, that ended

    /// Mean time from one end to the next [s].
    double per_task() const { return seconds / tasks; }
};

/// An epoch has a number of tasks of the clock class, or, where the speed
/// varies between two pauses of the program, as it does within a factorization,
/// it has all that happens between two pauses.
class Epochs {
  public:
    /// Whether epochs last from pause to pause.
    bool by_bursts() const { return by_bursts_; }
    /// Whether by_bursts() has changed since the last call.
    bool has_changed() { return std::exchange(has_changed_, false); }
    /// Of the epoch under way.
    double seconds(double now) const;
    /// That it is going to have.
    int expected_tasks() const { return by_bursts_ ? usual_ : part_tasks_; }
    /// Longest time between two pauses so far [s].
    double longest() const { return longest_; }

    /// A task of the clock class has ended.
    /// @return  the epoch that ended with it
    std::optional<Epoch> ended(double now);
    /// The program has made a pause.
    /// @param was_calm  no place has changed since the pause before
    std::optional<Epoch> paused(double begin, double end, bool was_calm);
    /// Whether it is certain that epochs can be compared with each other.
    bool are_even() const;
    /// Another class is the clock.
    void restart();
    /// The epoch under way counts from now on only.
    void cut(double now);

  private:
    struct Span {
        double start = 0, pause = 0;
        int tasks = 0;
        double seconds(double now) const { return now - start - pause; }
    };
    std::optional<Epoch> end_part(double now);
    bool is_even(double most) const;
    void choose_way();

    bool started_ = false, by_bursts_ = false, has_changed_ = false;
    bool was_even_ = false;  ///< the last calm burst
    Span part_, burst_;
    int part_tasks_ = 16;
    int usual_ = 0;  ///< clock tasks of the burst before
    double longest_ = 0;
    std::vector<double> parts_;  ///< of this burst: seconds per clock task
};

}  // namespace tasuki::runtime
