#include "runtime/policy/model_watch.hpp"

#include <starpu.h>
#include <starpu_scheduler.h>

#include <cmath>
#include <cstdlib>

#include "runtime/core/log.hpp"

namespace tasuki::runtime {

namespace {

/// A kind that comes a few times only (a norm at the end) costs nothing; and
/// with ten StarPU has its times.
constexpr int kOften = 5;
/// All kinds of a graph have come by then; looking costs about a microsecond.
constexpr int kTasksToSee = 4096;

/// Where StarPU keeps what it measures.
std::string folder() {
    char* text = nullptr;
    std::size_t size = 0;
    FILE* stream = open_memstream(&text, &size);
    if (stream == nullptr) return "its folder";
    starpu_perfmodel_directory(stream);  // "directory: <DIR>" per line
    std::fclose(stream);
    const std::string lines{text, size};
    std::free(text);
    const auto begin = lines.find('<') + 1;
    return lines.substr(begin, lines.find('>') - begin);
}

/// CPU workers have their models in common, so one is enough.
bool is_measured(starpu_task* task) {
    bool seen_cpu = false;
    for (unsigned id = 0; id < starpu_worker_get_count(); ++id) {
        const bool cpu =
            starpu_worker_get_type(static_cast<int>(id)) == STARPU_CPU_WORKER;
        if ((cpu && seen_cpu) ||
            (task->execute_on_a_specific_worker != 0 && task->workerid != id) ||
            starpu_worker_can_execute_task(id, task, 0) == 0)
            continue;
        seen_cpu = seen_cpu || cpu;
        auto* arch = starpu_worker_get_perf_archtype(static_cast<int>(id), 0);
        if (std::isnan(starpu_task_expected_length(task, arch, 0)))
            return false;
    }
    return true;
}

}  // namespace

bool uses_models(std::string_view policy) {
    if (policy.starts_with("modular-")) policy.remove_prefix(8);
    return policy.starts_with("dm") || policy == "gemm" ||
           policy == "graph_test" ||
           policy.find("heft") != std::string_view::npos ||
           policy.find("heteroprio") != std::string_view::npos;
}

void ModelWatch::start(const std::string& policy, Models models, bool speaks) {
    const bool used = uses_models(policy);
    const bool anew = models == Models::measured_anew;
    policy_ = policy;
    speaks_ = speaks;
    left_ = used && !anew ? kTasksToSee : 0;
    if (anew && speaks)
        logger().warn(
            "task times are measured anew{}; kept in {}",
            used ? ": this run is slower at first"
                 : ", for other policies: " + policy + " does not use them",
            folder());
}

void ModelWatch::see(starpu_task* task) {
    if (left_ == 0) return;
    const std::lock_guard lock{mutex_};
    if (left_ == 0) return;
    --left_;
    if (is_measured(task) || ++unmeasured_[task->cl] < kOften) return;
    left_ = 0;
    if (speaks_)
        logger().warn(
            "policy {} measures its performance models now: this run is slower "
            "at first; kept in {}",
            policy_, folder());
}

}  // namespace tasuki::runtime
