// Learns the kinds of workers for each class of tasks from the speed of the
// whole graph.
//
// A policy that places each task where it would end first does not see that all
// tasks wait for a GPU's queue, nor that a transfer delays others.
// This one changes the place of one class of tasks at a time, or of all, and
// keeps what makes the graph faster: measured, not modelled.
// docs/decisions/0006.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/policy/epochs.hpp"
#include "runtime/policy/task_places.hpp"

namespace tasuki::runtime {

/// Tasks of a repeating graph; not thread-safe, and without its own clock:
/// the caller passes the time [s].
class Feedback {
  public:
    using Class = TaskPlaces::Class;  ///< as there
    using Kind = TaskPlaces::Kind;    ///< as there

    /// What was learnt of the classes; tasks are placed by place().
    TaskPlaces& places() { return places_; }
    /// The same.
    const TaskPlaces& places() const { return places_; }

    /// @param bytes   of the data of a task
    /// @param name    for messages
    /// @param kernel  the tasks of one take times in proportion to their work
    void add(Class c, double bytes, const char* name,
             const void* kernel = nullptr);
    /// Where a task of a known class goes that is ready; all go to a GPU at
    /// first.  It counts as ready from now on.
    /// @param work  in any unit that is the same for all tasks of a kernel
    Kind place(Class c, double work = 1);
    /// The class whose ends count the time.
    Class clock() const { return clock_; }
    /// A task has ended; those of other classes than the clock may be omitted.
    void ended(Class c, double now);
    /// No task was ready or running from `begin` to `end`: a pause of the
    /// program, which is ignored.
    void paused(double begin, double end);

    /// Whether no trial is under way, or due and free to begin.
    bool is_settled() const;

    /// Decisions since the last call, a line each; for the log.
    std::vector<std::string> take_news();

  private:
    /// Classes that are tried together.
    enum class Scope : std::uint8_t { one, light, all };
    struct Trial {
        Scope scope;
        Kind to;
        Class one = 0;
        bool was_made = false;
        double due = 0;            ///< not before [s of graph time]
        double wait = kFirstWait;  ///< after the next failure [s]
        double risk = kRisk;       ///< part of a burst that it may cost
    };
    /// confirm: the old places are watched once more.
    enum class Phase : std::uint8_t { watch, measure, settle, trial, confirm };

    /// Graph time after which a failed trial is repeated; doubled each time.
    static constexpr double kFirstWait = 0.25;
    /// Part of a burst that a trial is expected to cost that is not known.
    static constexpr double kRisk = 0.08;

    void find_clock(Class c, double bytes);
    void end_tried(const Epoch& epoch);
    void watch_old_places();
    double fast(std::vector<double> epochs) const;
    std::vector<Class> members(const Trial& trial) const;
    double budget() const;
    double asking() const;
    double risk(const Trial& trial) const;
    bool may_begin(const Trial& trial) const;
    void make_due();
    bool undoes_last(const Trial& trial) const;
    void note_loss(const Epoch& epoch);
    void end_epoch(const Epoch& epoch);
    void end_watched(const Epoch& epoch);
    void confirm();
    void place_tried(bool there);
    bool is_hopeless(double now) const;
    const Trial* next_trial() const;
    void start_trial();
    void begin_settling();
    void end_trial(bool keep, double seconds_per_task);
    void break_off();
    void tell_kept(double seconds_per_task);
    void tell_failed();

    TaskPlaces places_;
    std::vector<Trial> trials_{{Scope::all, Kind::either},
                               {Scope::light, Kind::cpu},
                               {Scope::all, Kind::gpu}};
    std::vector<std::string> news_;
    Class clock_ = 0;  ///< the class with most data: its tasks count the time
    double clock_bytes_ = 0;
    Epochs epochs_;
    Phase phase_ = Phase::watch;
    int ready_ = 0;     ///< clock tasks that have not ended
    int settling_ = 0;  ///< clock tasks that were placed before the last change
    int watched_ = 0, measured_ = 0;  ///< epochs of the phase
    std::vector<double> recent_;  ///< seconds per clock task, watched epochs
    std::vector<double> tried_;
    Epoch trying_{};  ///< of a trial, until it is long enough
    double won_ = 0;  ///< by a trial so far [s]
    std::vector<std::pair<Class, Kind>> before_;  ///< of what is tried
    /// What a gain has to undercut, and a loss to exceed [s per clock task].
    double baseline_ = 0, slowest_ = 0;
    double reference_ = 0;  ///< the former, when these places were chosen
    double elapsed_ = 0, lost_ = 0;
    std::size_t current_ = 0;  ///< trial that runs
};

}  // namespace tasuki::runtime
