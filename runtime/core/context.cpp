#include "runtime/core/context.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <starpu.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>

#include "runtime/core/devices.hpp"
#include "runtime/core/environment.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/host_memory.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/measurements.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/toolkit.hpp"
#include "runtime/core/watchdog.hpp"
#include "runtime/core/workers.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/policy/feedback_policy.hpp"
#include "runtime/policy/policies.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::runtime {

namespace {

/// What a worker does each time that it has looked for something to do.
unsigned leave_the_cpu(void*) {
    sched_yield();
    return 1;
}

/// A worker of CPUs, one for each GPU, the thread that submits and that of a
/// rank that moves messages want a CPU each.  Where there are fewer, a worker
/// that finds nothing lets the others run: StarPU's look for tasks all the
/// time, and two ranks on two cores took four times as long.  Those of a
/// simulation take turns on one CPU.
/// @return  the hook that makes workers do so; -1 for none
int share_few_cpus(const Ranks& ranks, int gpus) {
    const auto threads =
        static_cast<std::size_t>(2 + gpus + (ranks.several() ? 1 : 0));
    if (allowed_cpus().size() >= threads || !toolkit::calls_kernels())
        return -1;
    return starpu_progression_hook_register(leave_the_cpu, nullptr);
}

/// One for each CPU leaves those out that drive GPUs and submit.
int count_cpu_workers(int asked, int cpus, int gpus) {
    if (asked > 0) return std::min(asked, cpus);
    return std::min(cpus, std::max(1, gpus == 0 ? cpus : cpus - gpus - 1));
}

/// CPUs that compute one task together; 0 without a CPU worker.
std::uint32_t team_threads(const std::vector<Worker>& workers) {
    const auto cpu = std::ranges::find(workers, Worker::Kind::cpu,
                                       [](const Worker& w) { return w.kind; });
    return cpu == workers.end() ? 0 : static_cast<std::uint32_t>(cpu->threads);
}

/// Waits for all tasks but those in the background.
void wait_for_tasks(const Session& session, const Ranks& ranks) {
    for (;;) {
        const int background = session.background;
        if (background == 0) return ranks.wait();
        check(
            starpu_task_wait_for_n_submitted(static_cast<unsigned>(background)),
            "starpu_task_wait_for_n_submitted");
        // Their number sinks before StarPU's own: they alone are left.
        if (session.background == background) return;
    }
}

}  // namespace

const Ranks& ranks_of(const ContextOptions& options) {
    static const Ranks alone;
    return options.ranks != nullptr ? *options.ranks : alone;
}

Capture parse_capture(std::string_view text) {
    if (text == "auto") return Capture::automatic;
    if (text == "on") return Capture::on;
    if (text == "off") return Capture::off;
    throw UsageError(
        fmt::format("--capture: expected auto, on or off, found '{}'", text));
}

Context::Context(const Ranks& ranks, NotStarted)
    : ranks_{ranks}, session_{std::make_unique<Session>()} {}

Context::Context(const ContextOptions& options)
    : Context{ranks_of(options), NotStarted{}} {
    start(options);
}

void Context::start(const ContextOptions& options) {
    ranks_.check_running();
    const Environment environment = prepare_environment(environment_, ranks_);
    const auto [cpus, devices] = find_resources(options);
    const int gpus = static_cast<int>(devices.size());
    const int cpu_workers = count_cpu_workers(options.cpu_workers, cpus, gpus);
    if (!options.policy.empty()) check_policy(options.policy);
    if (environment.policy != nullptr) check_policy(environment.policy);
    detail::check_placements(options.placements, cpu_workers, gpus);
    session_->placements = options.placements;
    session_->kernel_times = detail::KernelTimes::wanted(ranks_.several());
    if (options.recorder != nullptr) {
        options.recorder->prepare(gpus > 0, environment_);
        session_->log = &options.recorder->log();
    }

    open_gpus(devices);
    starpu_conf conf;
    check(starpu_conf_init(&conf), "starpu_conf_init");
    conf.ncpus = cpu_workers;
    toolkit::take_gpus(conf, devices);
    conf.nopencl = 0;  // a distribution's StarPU has it, no codelet here does
    // With GPUs the one that is behind the best fixed placement by least
    // (docs/performance.md); without a second kind of worker there is nothing
    // to learn, and work stealing is cheapest.
    policy_ = !options.policy.empty() ? options.policy
              : gpus > 0              ? "feedback"
                                      : "lws";
    tell_feedback_news([](const std::string& line) {
        logger().info("policy feedback: {}", line);
    });
    const bool ours = policy_ == feedback_policy().policy_name;
    if (ours && environment.policy == nullptr) {
        session_->preparation = prepare_for_feedback;
        session_->settled = feedback_is_settled;
        session_->searches = true;
    }
    if (ours)
        conf.sched_policy = &feedback_policy();
    else
        conf.sched_policy_name = policy_.c_str();
    // Otherwise StarPU would time every task for models that nobody reads.
    const bool models = uses_models(
        environment.policy != nullptr ? environment.policy : policy_);
    conf.calibrate = options.calibrate ? 2 : models ? 1 : 0;
    if (options.measure_links) conf.bus_calibrate = 1;
    if (options.capture == Capture::on && !toolkit::calls_kernels())
        throw UnavailableError(
            "--capture on: a simulation calls no kernels, so it captures none");
    // StarPU does not time the tasks of a list for its models.
    session_->captures =
        !session_->kernel_times && (options.capture == Capture::on ||
                                    (options.capture == Capture::automatic &&
                                     !models && toolkit::calls_kernels()));
    conf.catch_signals = 0;  // io/interrupt.cpp
    report_starpu_watchdog();
    session_->pins_memory = gpus > 0;
    session_->joins_gpus = gpus > 1 && are_peers(devices);
    provide_host_memory();
    if (gpus > 0) toolkit::note_failures();
    std::optional<FirstStart> first;
    // Ranks of a simulation are in one process, which would wait for itself.
    if (toolkit::calls_kernels()) first.emplace(environment.home);
    const int rc = starpu_init(&conf);
    first.reset();
    if (rc == -ENODEV)
        throw UnavailableError("StarPU found no worker to run tasks on");
    check(rc, "starpu_init");
    starpu_ = true;
    // StarPU would refuse host memory beyond what hwloc thinks is there, and
    // try again for ever: there is nowhere to move it to.
    starpu_malloc_on_node_set_default_flags(STARPU_MAIN_RAM,
                                            STARPU_MALLOC_PINNED);
    if (environment.policy != nullptr) policy_ = environment.policy;
    assign_teams(*session_, cpus, gpus, ranks_.several());
    idle_hook_ = share_few_cpus(ranks_, gpus);
    workers_ = list_workers(*session_);
    session_->machine_variant = team_threads(workers_);
    session_->gpu_memory =
        std::ranges::max(workers_, {}, &Worker::memory).memory;
    messages_ = true;
    ranks_.start_messages(options.exchange);
    if (environment.watchdog && options.stalls.seconds > 0)
        watchdog_ = std::make_unique<Watchdog>(options.stalls, *session_);
    if (options.recorder != nullptr) options.recorder->see_workers(*this);
    session_->models.start(
        policy_, options.calibrate ? Models::measured_anew : Models::kept,
        ranks_.is_first());
    for (const Worker& worker : workers_)
        logger().info("worker {}: {}", worker.id, worker.name);
}

Context::~Context() {
    const bool is_left =
        session_->messages.left_by_unwinding(session_->exceptions) ||
        (messages_ && !ranks_.end_together(session_->exceptions));
    try {
        if (!is_left) {
            stop();
            return;
        }
    } catch (const std::exception& e) {
        logger().error("the end of a Context: {}; the process has to end",
                       e.what());
    }
    watchdog_.reset();  // or it would speak instead of the exception
    session_->abandon();
    // Tasks and messages that never end still find it.
    [[maybe_unused]] const auto* left = session_.release();
}

void Context::stop() {
    if (starpu_) session_->batches->give_back_all();
    if (session_->arrays.any()) {
        ranks_.wait();  // their messages too
        session_->arrays.close();
    }
    if (messages_) ranks_.stop_messages();
    if (!starpu_) return;
    starpu_task_wait_for_all();
    watchdog_.reset();
    if (idle_hook_ >= 0) starpu_progression_hook_deregister(idle_hook_);
    release_task_streams(*session_);
    if (const GraphCounts& graphs = session_->graphs; graphs.launched > 0)
        logger().info(
            "graphs of lists on GPUs: {} captured, {} updated, launched {} "
            "times, {} of these as loops; {} lists without",
            graphs.captured.load(), graphs.updated.load(),
            graphs.launched.load(), graphs.loops.load(), graphs.queued.load());
    if (session_->kernel_times) session_->kernel_times->write();
    starpu_shutdown();
}

void Context::wait() {
    session_->messages.check();
    detail::refuse_to_record("wait for tasks");
    session_->batches->meet_all();
    wait_for_tasks(*session_, ranks_);
    session_->check();
}

bool Context::has_failed() const noexcept {
    return session_->failure.any();
}

void Context::cancel(const std::string& why) {
    session_->failure.note(std::make_exception_ptr(Cancelled{why}));
}

bool Context::is_settled() const {
    return session_->settled == nullptr || session_->settled();
}

Statistics& Context::statistics() {
    return session_->statistics;
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
    check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
    starpu_pause();
}

Pause::~Pause() {
    starpu_resume();
}

}  // namespace tasuki::runtime
