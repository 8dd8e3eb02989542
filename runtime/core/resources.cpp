#include "runtime/core/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "runtime/core/cgroup.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::runtime {

namespace {

/// Says once for a process, and for all ranks, that there are fewer CPUs than
/// the machine has.
void say_limits(const Ranks& ranks, const CpuCount& found, int of) {
    static bool said = false;
    if (!ranks.is_first() || std::exchange(said, true)) return;
    if (!found.limited_by.empty())
        logger().warn("computing with {} of {} CPUs: {}", found.cpus, of,
                      found.limited_by);
    const int all = machine_cpus(), left = ranks.local_cpus();
    if (left > 0 && left < all)
        logger().warn(
            "the ranks of this machine compute with {} of its {} CPUs: the "
            "launcher binds them to these; mpirun --bind-to none, or srun "
            "--cpus-per-task N, leaves them more",
            left, all);
}

/// Ranks of one machine, whose CPUs are dealt to them, share what control
/// groups give.
int count_default_cpus(const Ranks& ranks, int allowed) {
    auto cgroup = cgroup_cpus();
    if (cgroup) *cgroup /= ranks.local_size();
    const int machine = ranks.launched() ? allowed : machine_cpus();
    const auto found =
        default_cpus(machine, allowed, openmp_variables(), cgroup);
    say_limits(ranks, found, machine);
    return found.cpus;
}

int count_cpus(const Ranks& ranks, int asked) {
    const int available = static_cast<int>(allowed_cpus().size());
    if (asked > available)
        throw UnavailableError(
            fmt::format("{} CPUs were asked for: this process may use {}",
                        asked, available));
    return asked < 0 ? count_default_cpus(ranks, available) : asked;
}

std::vector<int> choose_gpus(const Ranks& ranks, int asked) {
    if (asked == 0) return {};
    const int available = static_cast<int>(gpu_devices().size());
    if (asked > available)
        throw NoGpuError(fmt::format(
            "{} GPUs were asked for: {} found (GPU toolkit of this build: {})",
            asked, available, gpu_toolkit()));
    return devices_of_rank(available, asked, ranks.local_rank(),
                           ranks.local_size());
}

}  // namespace

OpenMpVariables openmp_variables() {
    return {std::getenv("OMP_NUM_THREADS"), std::getenv("OMP_THREAD_LIMIT")};
}

CpuCount default_cpus(int machine, int allowed, const OpenMpVariables& openmp,
                      std::optional<double> cgroup) {
    CpuCount count{machine, ""};
    const auto limit = [&](int cpus, const std::string& by) {
        if (cpus < count.cpus) count = {std::max(1, cpus), by};
    };
    // A list has a number for each level; another text is none.
    const auto limit_by = [&](const char* name, const char* value) {
        const std::string_view text{value != nullptr ? value : ""};
        int threads = 0;
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), threads);
        if (error == std::errc{} && threads > 0)
            limit(threads, fmt::format("{}={}", name, text));
    };
    limit(allowed, "affinity");
    limit_by("OMP_NUM_THREADS", openmp.num_threads);
    limit_by("OMP_THREAD_LIMIT", openmp.thread_limit);
    if (cgroup)
        limit(static_cast<int>(*cgroup),
              fmt::format("control group with {:g} CPUs", *cgroup));
    return count;
}

std::vector<int> devices_of_rank(int available, int count, int local_rank,
                                 int local_size) {
    if (available == 0) return {};
    const int begin = available * local_rank / local_size;
    const int end = available * (local_rank + 1) / local_size;
    // Each its own, or neighbours one; else all in turn.
    const bool divides = count <= 1 || count * local_size <= available;
    if (count < 0) count = std::max(1, end - begin);
    const int first = divides ? begin : local_rank * count;
    std::vector<int> devices;
    for (int k = 0; k < count; ++k) devices.push_back((first + k) % available);
    return devices;
}

std::vector<int> cpus_of_rank(const std::vector<int>& cpus, int local_rank,
                              int local_size) {
    const int n = static_cast<int>(cpus.size());
    const int begin = std::min(n * local_rank / local_size, n - 1);
    const int end = std::max(begin + 1, n * (local_rank + 1) / local_size);
    return {cpus.begin() + begin, cpus.begin() + end};
}

Resources find_resources(const ContextOptions& options) {
    const Ranks& ranks = ranks_of(options);
    const int cpus = count_cpus(ranks, options.cpus);
    const auto gpus = choose_gpus(ranks, options.gpus);
    if (cpus == 0 && gpus.empty() && options.gpus < 0)
        throw NoGpuError(fmt::format(
            "no CPU was asked for, and no GPU was found (GPU toolkit of this "
            "build: {}): nothing could compute",
            gpu_toolkit()));
    if (cpus == 0 && gpus.empty())
        throw UsageError(
            "no CPU and no GPU was asked for: nothing could compute");
    return {cpus, gpus};
}

}  // namespace tasuki::runtime
