// A build that simulates.
#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <starpu.h>

#include <exception>
#include <iterator>
#include <optional>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/simulation/current.hpp"
#include "runtime/simulation/platform.hpp"
#include "runtime/simulation/simulation.hpp"

namespace tasuki::runtime {

namespace {

/// The program's handlers of signals, in whose place SimGrid puts its own: an
/// interrupt would then end the process as a failure, with a list of actors.
class Handlers {
  public:
    Handlers() {
        for (int k = 0; k < kCount; ++k)
            sigaction(kSignals[k], nullptr, &actions_[k]);
    }
    void restore() const {
        for (int k = 0; k < kCount; ++k)
            sigaction(kSignals[k], &actions_[k], nullptr);
    }

  private:
    static constexpr int kSignals[] = {SIGINT, SIGSEGV, SIGBUS};
    static constexpr int kCount = std::size(kSignals);

    struct sigaction actions_[kCount];
};

/// The one simulation of the process.  SimGrid, which is one for a process
/// too, passes nothing of ours to what it calls.
struct Simulation {
    Machine machine;
    std::function<void()> run;
    /// What SimGrid reads when it starts; a Context has its own.
    std::optional<EnvironmentChanges> start{};
    Handlers handlers{};
    std::exception_ptr failure{};
    bool has_begun = false, has_ended = false;
};
Simulation* simulation = nullptr;

std::filesystem::path platform_folder() {
    return private_folder() / "machine";
}

void check_size(const Machine& m) {
    if (m.cores + m.gpus > STARPU_MAXCPUS || m.gpus > STARPU_MAXCUDADEVS)
        throw UnavailableError(fmt::format(
            "{}: {} cores and {} GPUs: this StarPU simulates at most {} of "
            "both together and {} GPUs",
            m.name, m.cores, m.gpus, STARPU_MAXCPUS, STARPU_MAXCUDADEVS));
}

}  // namespace

namespace detail {

const Machine& current_machine() {
    if (simulation == nullptr)
        throw UnavailableError(
            "this build simulates machines and cannot compute: `tasuki "
            "simulate --machine FILE` in front of the command does that, and "
            "another build computes");
    return simulation->machine;
}

void begin_context() {
    // What StarPU 1.4 moves data with does not start again.
    if (current_machine(), std::exchange(simulation->has_begun, true))
        throw UsageError(
            "a second Context in a simulation: StarPU starts once in it");
}

void find_platform(EnvironmentChanges& changes) {
    changes.set("STARPU_PERF_MODEL_DIR", platform_folder().string());
    changes.set("STARPU_HOSTNAME", kPlatformName);
}

}  // namespace detail

bool simulates() {
    return true;
}

void check_simulates() {}

void simulate(const Machine& machine, const std::function<void()>& run) {
    if (simulation != nullptr)
        throw UsageError("a second simulation: there is one in a process");
    check_size(machine);
    // It is kept until the process ends: what SimGrid calls may be late.
    simulation = new Simulation{machine, run};
    detail::write_platform(machine, platform_folder());
    detail::find_platform(simulation->start.emplace());
    // StarPU has a main() of its own, which starts SimGrid on the platform and
    // calls starpu_main() as an actor there.  Ours hides it from the linker.
    using Main = int (*)(int, char**);
    const auto start = reinterpret_cast<Main>(dlsym(RTLD_NEXT, "main"));
    if (start == nullptr)
        throw FaultError(
            "StarPU for SimGrid has no main(), by which it starts");
    char name[] = "tasuki", quiet[] = "--log=xbt_cfg.threshold:warning";
    char* words[] = {name, quiet, nullptr};
    start(2, words);
    if (simulation->failure) std::rethrow_exception(simulation->failure);
    if (!simulation->has_ended)
        throw FaultError(
            "the simulation stopped: every task waits for another one");
}

}  // namespace tasuki::runtime

/// Called by StarPU's main().
extern "C" int starpu_main(int, char**) {
    using tasuki::runtime::simulation;
    simulation->start.reset();
    simulation->handlers.restore();
    try {
        simulation->run();
    } catch (const std::exception&) {  // SimGrid's own are none, and pass
        simulation->failure = std::current_exception();
    }
    simulation->has_ended = true;
    return 0;
}
