#include "runtime/core/context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwloc.h>
#include <starpu.h>
#include <starpu_mpi.h>
#include <starpu_profiling.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include "runtime/core/codelet.hpp"
#include "runtime/core/cpu_share.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/environment.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/core/team.hpp"
#include "runtime/core/toolkit.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/open_messages.hpp"
#include "runtime/policy/feedback_policy.hpp"
#include "runtime/policy/model_watch.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::runtime {

namespace {

/// Whether one is in the process, or one was left with open messages.
std::atomic<bool> context_lives{false};

/// Whether GPUs read host memory, which is then pinned for their copy engines.
bool pins_memory = false;

/// StarPU's host arrays.  Large ones on huge pages: a stencil reads from a
/// dozen places at once, and in a virtual machine a TLB miss costs two walks.
int allocate(unsigned, void** memory, std::size_t bytes, int flags) {
    constexpr std::size_t huge = std::size_t{2} << 20, line = 128;
    const bool large = bytes >= huge;
    // StarPU would try for ever: there is nowhere to move other data to.
    if (posix_memalign(memory, large ? huge : line, bytes) != 0)
        fail_without_memory(bytes);
    if (large) madvise(*memory, bytes, MADV_HUGEPAGE);
    if (pins_memory && (flags & STARPU_MALLOC_PINNED) != 0)
        starpu_memory_pin(*memory, bytes);  // unpinned is slower, not wrong
    return 0;
}

int release(unsigned, void* memory, std::size_t bytes, int flags) {
    if (pins_memory && (flags & STARPU_MALLOC_PINNED) != 0)
        starpu_memory_unpin(memory, bytes);
    std::free(memory);
    return 0;
}

void check_policy(std::string_view policy) {
    const auto known = policy_names();
    if (std::find(known.begin(), known.end(), policy) == known.end())
        throw UnavailableError(
            fmt::format("scheduling policy '{}': this StarPU has {}", policy,
                        fmt::join(known, ", ")));
}

/// What an idle worker does before it looks for a task again.
unsigned leave_the_cpu(void*) {
    usleep(50);
    return 1;
}

/// The hook that makes workers do so; -1 for none.
int idle_hook = -1;

/// A rank has three threads that want a CPU: a worker, the one that submits and
/// the one that moves messages.  Where it has fewer CPUs, the worker that has
/// nothing to do lets the others run: StarPU's look for tasks all the time, and
/// two ranks on two cores took four times as long.  A worker of a GPU also
/// looks whether a task there has ended, which must not wait.
void share_few_cpus(int gpus) {
    if (Ranks::instance().several() && gpus == 0 && allowed_cpus().size() < 3)
        idle_hook = starpu_idle_hook_register(leave_the_cpu, nullptr);
}

/// CPUs that StarPU has bound GPU workers to: these poll.
std::vector<int> polled_cpus() {
    std::vector<int> cpus;
    for (unsigned id = 0; id < starpu_worker_get_count(); ++id) {
        const int worker = static_cast<int>(id);
        if (starpu_worker_get_type(worker) == STARPU_CPU_WORKER) continue;
        const hwloc_cpuset_t set = starpu_worker_get_hwloc_cpuset(worker);
        for (int cpu = hwloc_bitmap_first(set); cpu >= 0;
             cpu = hwloc_bitmap_next(set, cpu))
            cpus.push_back(cpu);
        hwloc_bitmap_free(set);
    }
    return cpus;
}

/// Deals the CPUs that no GPU worker polls on to the CPU workers.
void assign_teams(int cpus, int gpus, bool messages) {
    const int workers = static_cast<int>(starpu_cpu_worker_get_count());
    if (workers == 0) return;
    const auto allowed = allowed_cpus();
    // The thread that submits needs a CPU too beside GPUs, and so does the one
    // that moves messages, where there are CPUs enough.
    const int more =
        (gpus == 0 ? 0 : 1) + (messages && allowed.size() >= 8 ? 1 : 0);
    auto available =
        cpus_for_kernels(allowed, cores_of(starpu_get_hwloc_topology()),
                         polled_cpus(), more, workers);
    available.resize(std::min<std::size_t>(available.size(), cpus));
    if (static_cast<int>(available.size()) < workers)
        throw UnavailableError(fmt::format(
            "{} CPU workers, as STARPU_NCPU has it, for {} CPUs: each needs "
            "one at least",
            workers, available.size()));
    for (int w = 0; w < workers; ++w) {
        const int id = starpu_worker_get_by_type(STARPU_CPU_WORKER, w);
        const auto n = available.size();
        set_team(id, {available.begin() + n * w / workers,
                      available.begin() + n * (w + 1) / workers});
    }
}

std::vector<Worker> list_workers() {
    std::vector<Worker> workers;
    const auto gpus = gpu_devices();
    for (unsigned id = 0; id < starpu_worker_get_count(); ++id) {
        const int number = static_cast<int>(id);
        if (starpu_worker_get_type(number) == STARPU_CPU_WORKER) {
            const int threads = team_size(number);
            set_urgent_worker(number, number);
            workers.push_back({number, Worker::Kind::cpu, 0, threads,
                               fmt::format("CPU x{}", threads)});
        } else {
            const int device = starpu_worker_get_devid(number);
            const auto first = std::find_if(
                workers.begin(), workers.end(), [device](const Worker& w) {
                    return w.kind == Worker::Kind::gpu && w.device == device;
                });
            set_urgent_worker(first == workers.end() ? number : first->id,
                              number);
            if (first != workers.end()) continue;
            workers.push_back(
                {number, Worker::Kind::gpu, device, 1,
                 fmt::format("GPU {} ({})", device, gpus.at(device).name)});
        }
    }
    return workers;
}

/// Memory of the GPU worker that has most; 0 without one [B].
std::size_t most_gpu_memory(const std::vector<Worker>& workers) {
    const auto gpus = gpu_devices();
    std::size_t most = 0;
    for (const Worker& worker : workers)
        if (worker.kind == Worker::Kind::gpu)
            most = std::max(most, gpus.at(worker.device).total_bytes);
    return most;
}

/// CPUs that compute one task together; 0 without a CPU worker.
std::uint32_t team_threads(const std::vector<Worker>& workers) {
    for (const Worker& worker : workers)
        if (worker.kind == Worker::Kind::cpu)
            return static_cast<std::uint32_t>(worker.threads);
    return 0;
}

}  // namespace

Context::Context(NotStarted) {
    if (context_lives.exchange(true))
        throw UsageError(
            messages_were_abandoned()
                ? "a Context after one that an exception left with open "
                  "messages: the process has to end"
                : "a second Context: one lives already, and StarPU is for one "
                  "at a time");
    if (starpu_is_initialized() != 0) {
        context_lives = false;
        throw UsageError(
            "a Context in a program that has started StarPU itself: it starts "
            "and stops StarPU, so leave starpu_init() to it");
    }
}

Context::Context(const ContextOptions& options) : Context{NotStarted{}} {
    start(options);
}

void Context::start(const ContextOptions& options) {
    const Ranks& ranks = Ranks::over(options.communicator);
    ranks.check_mpi_runs();
    const Environment environment = prepare_environment(environment_);
    const auto [cpus, devices] = find_resources(options);
    const int gpus = static_cast<int>(devices.size());
    if (!options.policy.empty()) check_policy(options.policy);
    if (environment.policy != nullptr) check_policy(environment.policy);
    detail::set_placements(options.placements,
                           std::min(cpus, options.cpu_workers), gpus);
    if (options.recorder != nullptr)
        options.recorder->prepare(gpus > 0, environment_);

    starpu_conf conf;
    check(starpu_conf_init(&conf), "starpu_conf_init");
    conf.ncpus = std::min(cpus, options.cpu_workers);
    toolkit::take_gpus(conf, devices);
    conf.nopencl = 0;  // a distribution's StarPU has it, no codelet here does
    // With GPUs the one that is behind the best fixed placement by least
    // (docs/performance.md); without a second kind of worker there is nothing
    // to learn, and work stealing is cheapest.
    policy_ = !options.policy.empty() ? options.policy
              : gpus > 0              ? "feedback"
                                      : "lws";
    const bool ours = policy_ == feedback_policy().policy_name;
    set_preparation(ours && environment.policy == nullptr ? prepare_for_feedback
                                                          : nullptr);
    if (ours)
        conf.sched_policy = &feedback_policy();
    else
        conf.sched_policy_name = policy_.c_str();
    conf.calibrate = options.calibrate ? 2 : 1;
    conf.catch_signals = 0;  // io/interrupt.cpp
    report_starpu_watchdog();
    pins_memory = gpus > 0;
    starpu_malloc_set_hooks(allocate, release);
    const int rc = starpu_init(&conf);
    if (rc == -ENODEV)
        throw UnavailableError("StarPU found no worker to run tasks on");
    check(rc, "starpu_init");
    starpu_ = true;
    // StarPU would refuse host memory beyond what hwloc thinks is there, and
    // try again for ever: there is nowhere to move it to.
    starpu_malloc_on_node_set_default_flags(STARPU_MAIN_RAM,
                                            STARPU_MALLOC_PINNED);
    if (ranks.several()) {
        check(starpu_mpi_init_comm(nullptr, nullptr, 0, communicator()),
              "starpu_mpi_init_comm");
        messages_ = true;
    }
    if (environment.policy != nullptr) policy_ = environment.policy;
    starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
    Statistics::reset();
    assign_teams(cpus, gpus, ranks.several());
    share_few_cpus(gpus);
    workers_ = list_workers();
    set_machine_variant(team_threads(workers_));
    set_gpu_memory(most_gpu_memory(workers_));
    // A task that never ends must not hang the run for ever.
    if (environment.watchdog) watchdog_.emplace(std::chrono::minutes{5});
    if (options.recorder != nullptr) options.recorder->see_workers(*this);
    watch_models(policy_,
                 options.calibrate ? Models::measured_anew : Models::kept);
    for (const Worker& worker : workers_)
        logger().info("worker {}: {}", worker.id, worker.name);
}

Context::~Context() {
    if (unwinding_leaves_messages() || (messages_ && !ranks_end_together())) {
        watchdog_.reset();  // or it would speak instead of the exception
        starpu_pause();
        abandon_messages();
        return;
    }
    if (messages_) {
        starpu_mpi_wait_for_all(communicator());
        starpu_mpi_shutdown_comm(communicator());
    }
    if (starpu_) {
        starpu_task_wait_for_all();
        watchdog_.reset();
        if (idle_hook >= 0)
            starpu_idle_hook_deregister(std::exchange(idle_hook, -1));
        release_task_streams();
        starpu_shutdown();
    }
    context_lives = false;
}

void Context::wait() {
    if (ranks().several())
        check(starpu_mpi_wait_for_all(communicator()),
              "starpu_mpi_wait_for_all");
    else
        check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

std::vector<Worker> Context::workers(Worker::Kind kind) const {
    std::vector<Worker> found;
    std::copy_if(workers_.begin(), workers_.end(), std::back_inserter(found),
                 [kind](const Worker& w) { return w.kind == kind; });
    return found;
}

int Context::count(Worker::Kind kind) const {
    return static_cast<int>(
        std::count_if(workers_.begin(), workers_.end(),
                      [kind](const Worker& w) { return w.kind == kind; }));
}

Pause::Pause(Context& context) {
    context.wait();
    starpu_pause();
}

Pause::~Pause() {
    starpu_resume();
}

std::vector<Policy> policies() {
    std::vector<Policy> all{
        {feedback_policy().policy_name, feedback_policy().policy_description}};
    for (auto** policy = starpu_sched_get_predefined_policies();
         *policy != nullptr; ++policy)
        all.push_back({(*policy)->policy_name, (*policy)->policy_description});
    return all;
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (const Policy& policy : policies()) names.push_back(policy.name);
    return names;
}

}  // namespace tasuki::runtime
