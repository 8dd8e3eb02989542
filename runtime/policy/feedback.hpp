// Learns the kind of worker for each class of tasks from the speed of the whole
// graph.
//
// A policy that places each task where it would end first does not see that all
// tasks wait for a GPU's queue, nor that a transfer delays others.
// This one changes the place of one class of tasks at a time and keeps what
// makes the graph faster: measured, not modelled.  docs/decisions/0006.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tasuki::runtime {

/// Tasks of a repeating graph; not thread-safe, and without its own clock:
/// the caller passes the time [s].
class Feedback {
  public:
    /// Tasks with the same work on data of the same size.
    using Class = std::uint64_t;
    /// Of the worker for a task.
    enum class Kind : std::uint8_t { gpu, cpu };

    /// Whether add() was called for it.
    bool knows(Class c) const { return classes_.contains(c); }
    /// @param bytes  of the data of a task
    /// @param name   for messages
    void add(Class c, double bytes, const char* name);
    /// Where a ready task of a known class goes; all go to a GPU at first.
    Kind place(Class c) const;
    /// The class whose ends count the time; the ends of others may be omitted.
    Class clock() const { return clock_; }
    /// A task has ended.
    void ended(Class c, double now);
    /// No task was ready or running from `begin` to `end`: a pause of the
    /// program, which is ignored.
    void paused(double begin, double end);

    /// Whether every trial has been made, and none is being made again.
    bool is_settled() const;

    /// Decisions since the last call, a line each; for the log.
    std::vector<std::string> take_news();

  private:
    struct State {
        double bytes;
        std::string name;
        bool on_cpu = false;
    };
    struct Trial {
        std::vector<Class> classes;  ///< that move together
        bool was_made = false;
        double due = 0;            ///< not before [s of graph time]
        double wait = kFirstWait;  ///< after the next failure [s]
    };
    enum class Phase : std::uint8_t { watch, settle, trial };

    /// Graph time after which a failed trial is repeated; doubled each time.
    static constexpr double kFirstWait = 0.25;

    void find_clock(Class c, double bytes);
    void list_trials();
    void flip(const Trial& trial);
    void end_epoch(double seconds_per_task);
    void start_trial();
    void end_trial(bool keep, double seconds_per_task);
    void restart_epoch(double now);

    std::map<Class, State> classes_;
    std::vector<Trial> trials_;
    std::vector<std::string> news_;
    Class clock_ = 0;  ///< the class with most data: its tasks count the time
    double clock_bytes_ = 0;
    Phase phase_ = Phase::watch;
    int epoch_tasks_ = 16, ended_ = 0, epochs_ = 0;
    bool started_ = false;
    double epoch_start_ = 0, pause_ = 0;
    std::vector<double> recent_;  ///< seconds per clock task, watched epochs
    std::vector<double> tried_;
    double baseline_ = 0;   ///< before the trial
    double reference_ = 0;  ///< when this assignment was chosen
    double elapsed_ = 0, lost_ = 0;
    std::size_t current_ = 0;  ///< trial that runs
};

}  // namespace tasuki::runtime
