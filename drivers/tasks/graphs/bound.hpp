// How fast a graph can be at most, whatever places its tasks.
#pragma once

#include <map>
#include <span>
#include <vector>

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Of one iteration [s].  No placement and no policy can take less than each of
/// them; transfers are for nothing.
struct Bound {
    /// If the tasks could be divided among all workers at will, in parts too,
    /// and none waited for another: the area bound, as starpu_bound_compute()
    /// without dependencies.  Source: Agullo, Beaumont, Eyraud-Dubois, Kumar,
    /// IPDPS 2016; StarPU Handbook, "Theoretical Lower Bound On Execution
    /// Time".
    double area;
    /// Of the tasks that wait for each other, each on the worker that is the
    /// fastest for it.
    double critical_path;

    /// The greater one.
    double seconds() const;
};

/// With seconds().
Json json_of(const Bound& bound);

/// Finds it of tasks in the order of their submission.
class LowerBound {
  public:
    /// Of an array, by a task.
    struct Use {
        const void* array;
        bool reads, writes;
    };
    /// @param cpu, gpu  what the task takes on one worker [s]
    void add(double cpu, double gpu, std::span<const Use> uses);
    /// @param cpus, gpus  workers, at least one of them
    Bound find(int cpus, int gpus) const;

  private:
    struct Task {
        double cpu, gpu;
    };
    /// When the last task has written an array, and those since have read it.
    struct Ends {
        double written = 0, read = 0;
    };
    double area(int cpus, int gpus) const;

    std::vector<Task> tasks_;
    std::map<const void*, Ends> ends_;
    double last_end_ = 0;
};

}  // namespace tasuki::drivers
