// Where the tasks of each class go, and how long they take.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/policy/task_rate.hpp"

namespace tasuki::runtime {

/// Of all classes of a graph.
class TaskPlaces {
  public:
    /// Tasks with the same work on data of the same size.
    using Class = std::uint64_t;
    /// Of the worker for a task; either: where it would end first.
    enum class Kind : std::uint8_t { gpu, cpu, either };
    /// What is known of a class.
    struct State {
        double bytes;            ///< of the data of a task
        std::string name;        ///< for messages
        const void* kernel;      ///< tasks of one take times by their work
        Kind place = Kind::gpu;  ///< where its tasks go
        TaskRate on_gpu{};       ///< times there
        TaskRate on_cpu{};       ///< the same on a CPU worker
        double cpu_seconds = 0;  ///< that tasks since the last epoch take
        double cpu_work = 0;     ///< the same of recent epochs
        double work = 1;         ///< of its last task
        int placed = 0;          ///< number of the epoch, for the last time
        int chosen = 0;          ///< tasks that could go to either
        int chosen_cpu = 0;      ///< those of them that went to a CPU
        bool asks = false;       ///< for a time on a CPU
        bool waits = false;      ///< for the end of a task on a CPU
    };

    /// By number.
    const std::map<Class, State>& all() const { return all_; }
    /// Whether it was added.
    bool knows(Class c) const { return all_.contains(c); }
    /// Workers that are CPUs.
    void set_cpus(int count) { cpus_ = count; }
    /// A new class.
    void add(Class c, const State& state);
    /// Of classes that appear later too, if all have it.
    void set_first(Kind place) { first_ = place; }

    /// Where a task goes that is ready.
    Kind place(Class c, double work);
    /// Where one goes that may go to either: the kind on which it ends first.
    /// @param gpu_wait, cpu_wait  until it could begin there, its data included
    Kind choose(Class c, double work, double gpu_wait, double cpu_wait);
    /// @return  where its tasks went before
    Kind move(Class c, Kind to);

    /// Whether the time of such a task would help to place others.
    bool wants_time(Class c, Kind kind) const;
    /// A worker has computed a task.
    /// @param kind  of the worker: gpu or cpu
    void took(Class c, Kind kind, double work, double seconds);
    /// Expected time of a task [s]; 0 if it is unknown.
    double seconds(Class c, Kind kind, double work) const {
        return rate(all_.at(c), kind).seconds(work);
    }
    /// One of its tasks goes to a CPU, if its time there is not known or was
    /// measured once.
    /// @param most  [s] that the second may take
    void ask(Class c, bool again, double most);
    /// No task more is asked for its time on a CPU once those that were, with
    /// the memory that the host makes for their data, have taken so long [s].
    void limit_asking(double most) { most_asked_ = most; }
    /// Whether a time that was asked for is still missing.
    bool lacks_times() const;

    /// An epoch of so many seconds has ended.
    void end_epoch(double seconds);
    /// Part of the CPUs' time that all tasks of a class would take; 0 if the
    /// time of one is not known.
    double cpu_part(const State& state) const {
        return state.cpu_work / (cpus_ * lately_);
    }
    /// Whether all its tasks may be better off there, by what was seen when
    /// they could go to either.
    bool may_help(const State& state, Kind to) const;
    /// The longest task that went to a CPU and could have gone to a GPU [s].
    double longest() const { return longest_; }
    /// That of tasks from here on.
    void forget_longest() { longest_ = 0; }

  private:
    const TaskRate& rate(const State& state, Kind kind) const;

    std::map<Class, State> all_;
    Kind first_ = Kind::gpu;
    int cpus_ = 1;
    double longest_ = 0;
    double asked_ = 0, most_asked_ = 0;
    double lately_ = 0;  ///< time of recent epochs, as cpu_work
    int epoch_ = 0;      ///< number
};

}  // namespace tasuki::runtime
