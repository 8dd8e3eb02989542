#include "drivers/tasks/graphs/bound.hpp"

#include <algorithm>

#include "json/json.hpp"

namespace tasuki::drivers {

double Bound::seconds() const {
    return std::max(area, critical_path);
}

Json json_of(const Bound& bound) {
    return {{"seconds", bound.seconds()},
            {"area_seconds", bound.area},
            {"critical_path_seconds", bound.critical_path}};
}

void LowerBound::add(double cpu, double gpu, std::span<const Use> uses) {
    tasks_.push_back({cpu, gpu});
    double begin = 0;
    for (const Use& use : uses) {
        const Ends& ends = ends_[use.array];
        begin = std::max(begin, ends.written);
        if (use.writes) begin = std::max(begin, ends.read);
    }
    const double end = begin + std::min(cpu, gpu);
    for (const Use& use : uses) {
        Ends& ends = ends_[use.array];
        if (use.writes)
            ends = {end, end};
        else
            ends.read = std::max(ends.read, end);
    }
    last_end_ = std::max(last_end_, end);
}

Bound LowerBound::find(int cpus, int gpus) const {
    return {area(cpus, gpus), last_end_};
}

/// With two kinds of workers the linear program needs no solver: CPUs get the
/// tasks at which they are best against a GPU, until both kinds end together.
double LowerBound::area(int cpus, int gpus) const {
    auto tasks = tasks_;
    std::ranges::sort(tasks, {},
                      [](const Task& task) { return task.cpu / task.gpu; });
    double on_cpus = 0, on_gpus = 0;  // work [s]
    for (const Task& task : tasks) {
        on_cpus += gpus == 0 ? task.cpu : 0;
        on_gpus += gpus == 0 ? 0 : task.gpu;
    }
    if (gpus == 0) return on_cpus / cpus;
    if (cpus == 0) return on_gpus / gpus;
    for (const Task& task : tasks) {
        const double longer = on_gpus / gpus - on_cpus / cpus;
        const double part = longer / (task.cpu / cpus + task.gpu / gpus);
        on_cpus += std::min(part, 1.0) * task.cpu;
        on_gpus -= std::min(part, 1.0) * task.gpu;
        if (part <= 1) break;
    }
    return on_cpus / cpus;
}

}  // namespace tasuki::drivers
