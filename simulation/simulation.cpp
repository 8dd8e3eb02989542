// A build that simulates.
#include "simulation/simulation.hpp"

#include <fmt/format.h>
#include <link.h>
#include <signal.h>
#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <simgrid/host.h>
#include <smpi/smpi.h>
#include <starpu.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <exception>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/core/environment.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "simulation/current.hpp"
#include "simulation/own_words.hpp"
#include "simulation/platform.hpp"
#include "simulation/shared_code.hpp"

/// What StarPU's main() does: it starts SimGrid on the platform, or joins it as
/// a rank, and calls starpu_main() as an actor there.  It has a name of its own
/// in a StarPU that cmake/starpu/simulated-ranks.patch has changed.
extern "C" int starpu_simgrid_main(int argc, char** argv);
/// The main() of a program in its copies for ranks, and null elsewhere.
[[gnu::weak]] int tasuki_rank_main(int argc, char** argv);

namespace tasuki::runtime {

namespace {

/// Of this copy of the program; null without ranks.
detail::RankSimulation* of_ranks = nullptr;
detail::PlaceOnNode own_place;

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

[[noreturn]] void throw_stopped() {
    throw FaultError(
        "the simulation stopped: every task waits for another one");
}

void check_first() {
    if (simulation != nullptr)
        throw UsageError("a second simulation: there is one in a process");
}

/// What the copies for ranks are made of.
std::filesystem::path ranks_program() {
    auto path = std::filesystem::read_symlink("/proc/self/exe");
    path += ".so";
    if (!std::filesystem::exists(path))
        throw UnavailableError(fmt::format(
            "a simulation of several ranks: {} is not there, so this program "
            "simulates one rank only",
            path.string()));
    return path;
}

/// Of StarPU-MPI: starpu_smpirun would say the same.  A message takes the
/// latency, and its bytes over the bandwidth, once.
std::vector<std::string> words_for_simgrid(const detail::ClusterFiles& files,
                                           int ranks) {
    return {"tasuki", "--log=root.threshold:warning",
            "--log=ker_lmm.threshold:critical",  // StarPU leaves activities
            // Each would be a mapping, of which Linux gives a process 65530.
            "--cfg=contexts/guard-size:0", "--cfg=smpi/privatization:dlopen",
            "--cfg=smpi/tmpdir:" + files.cluster.parent_path().string(),
            "--cfg=smpi/simulate-computation:no",
            "--cfg=smpi/send-is-detached-thresh:0",
            fmt::format("--cfg=smpi/np:{}", ranks),
            "--cfg=smpi/hostfile:" + files.hosts.string(),
            files.cluster.string()};
}

/// The library with which StarPU records events; empty without.
std::string fxt_library() {
    std::string path;
    dl_iterate_phdr(
        [](dl_phdr_info* library, std::size_t, void* found) {
            const std::string_view name = library->dlpi_name;
            if (name.find("/libfxt.so") == name.npos) return 0;
            *static_cast<std::string*>(found) = name;
            return 1;
        },
        &path);
    return path;
}

/// SimGrid names copies in it to a shell, without quotes.
void check_for_shell(const std::filesystem::path& folder) {
    const auto is_plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '/' || c == '.' || c == '_' ||
               c == '-';
    };
    if (!std::ranges::all_of(folder.string(), is_plain))
        throw UnavailableError(fmt::format(
            "a trace of several ranks: expected a folder for temporary files "
            "with letters, digits and ./_- in its name, found {}; TMPDIR names "
            "another",
            folder.parent_path().string()));
}

void start_ranks(detail::RankSimulation& common) {
    const auto files = detail::write_cluster(simulation->machine, common.ranks,
                                             platform_folder());
    auto words = words_for_simgrid(files, common.ranks.count);
    if (const auto fxt = fxt_library(); common.ranks.recorded && !fxt.empty()) {
        check_for_shell(common.folder);
        words.insert(words.end() - 1, "--cfg=smpi/privatize-libs:" + fxt);
    }
    // Each copy looks for it in its first word.
    words.push_back(fmt::format("{}", static_cast<void*>(&common)));
    const auto own = own_words();
    words.insert(words.end(), own.begin() + 1, own.end());
    std::vector<char*> raw;
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    smpi_main(ranks_program().c_str(), static_cast<int>(words.size()),
              raw.data());
}

/// The program in a copy for a rank.
/// @param argv  of start_ranks()
void run_rank(int argc, char** argv) {
    const std::string_view word = argv[1];
    std::uintptr_t address = 0;
    std::from_chars(word.begin() + 2, word.end(), address, 16);
    of_ranks = reinterpret_cast<detail::RankSimulation*>(address);
    detail::share_code(ranks_program());
    share_private_folder(of_ranks->folder);
    std::vector<char*> words{argv, argv + argc + 1};
    words.erase(words.begin() + 1);
    const int code = tasuki_rank_main(argc - 1, words.data());
    if (code != 0) {  // the others would wait for this one
        std::fflush(nullptr);
        remove_private_folder();
        _exit(code);
    }
    ++of_ranks->ended;
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

RankSimulation* rank_simulation() noexcept {
    return of_ranks;
}

PlaceOnNode place_on_node() noexcept {
    return own_place;
}

PlaceOnNode take_place(int rank) noexcept {
    const auto [count, each, recorded] = of_ranks->ranks;
    const int node = rank / each;
    own_place = {node, rank % each, std::min(each, count - node * each)};
    return own_place;
}

void use_gpus(std::span<const int> numbers) {
    const auto& cost = current_machine().task_costs.several_gpus;
    if (!cost || numbers.size() < 2) return;
    for (const int number : numbers) {
        auto name = fmt::format("CUDA{}", number);
        if (of_ranks != nullptr)
            name = fmt::format(
                "StarPU-MPI{}-{}",
                own_place.node * of_ranks->ranks.each + own_place.rank, name);
        sg_host_set_property_value(sg_host_by_name(name.c_str()), kTaskCost,
                                   fmt::format("{:.17g}", *cost).c_str());
    }
}

void meet_ranks() {
    const auto& ranks = of_ranks->ranks;
    if (of_ranks->barrier == nullptr)
        of_ranks->barrier = sg_barrier_init(ranks.count);
    sg_barrier_wait(of_ranks->barrier);
    if (const auto others = static_cast<unsigned>(ranks.nodes() - 1))
        sg_actor_sleep_for(simulation->machine.network->latency *
                           std::bit_width(others));
}

const std::vector<std::string>& meet_ranks(int rank, const std::string& text) {
    static unsigned meetings = 0;  // of this rank, as of all others
    auto& texts = of_ranks->texts[meetings++ % 2];
    texts[rank] = text;
    meet_ranks();
    return texts;
}

}  // namespace detail

bool simulates() {
    return true;
}

void check_simulates() {}

void check_ranks(const Machine& machine, const RanksOnNodes& ranks) {
    if (std::min(ranks.count, ranks.each) < 1)
        throw UsageError(
            fmt::format("expected at least one rank, and one on each node, "
                        "found {} and {}",
                        ranks.count, ranks.each));
    if (ranks.each > machine.cores)
        throw UnavailableError(
            fmt::format("{} ranks on each node: one of {} has {} cores",
                        ranks.each, machine.name, machine.cores));
    if (ranks.nodes() > machine.nodes)
        throw UnavailableError(fmt::format(
            "{} ranks need {} nodes with {} on each: {} has {} (`nodes` of its "
            "file)",
            ranks.count, ranks.nodes(), ranks.each, machine.name,
            machine.nodes));
    if (ranks.nodes() > 1 && !machine.network)
        throw UsageError(fmt::format(
            "{} ranks: expected a network between the nodes of {}, found none",
            ranks.count, machine.name));
}

void simulate(const Machine& machine, const std::function<void()>& run) {
    check_first();
    check_size(machine);
    // It is kept until the process ends: what SimGrid calls may be late.
    simulation = new Simulation{machine, run};
    detail::write_platform(machine, platform_folder());
    detail::find_platform(simulation->start.emplace());
    char name[] = "tasuki", quiet[] = "--log=xbt_cfg.threshold:warning";
    char* words[] = {name, quiet, nullptr};
    starpu_simgrid_main(2, words);
    if (simulation->failure) std::rethrow_exception(simulation->failure);
    if (!simulation->has_ended) throw_stopped();
}

void simulate(const Machine& machine, const RanksOnNodes& ranks,
              const std::function<void()>& run) {
    check_ranks(machine, ranks);
    if (ranks.count == 1) return simulate(machine, run);
    check_first();
    check_size(machine);
    simulation = new Simulation{machine, run};
    if (of_ranks != nullptr) return run();
    detail::RankSimulation common{private_folder(), ranks};
    detail::write_platform(machine, platform_folder());
    say_what_is_set();
    auto& changes = simulation->start.emplace();
    detail::find_platform(changes);
    changes.set_default("STARPU_SILENT", "1");
    // By which StarPU knows that it is in a rank; smpirun would set it.
    changes.set("SMPI_GLOBAL_SIZE", std::to_string(ranks.count));
    start_ranks(common);
    simulation->start.reset();
    if (common.ended < ranks.count) throw_stopped();
}

}  // namespace tasuki::runtime

/// Called by StarPU, as an actor.
extern "C" int starpu_main(int argc, char** argv) {
    using tasuki::runtime::simulation;
    if (simulation == nullptr) {  // in this copy
        tasuki::runtime::run_rank(argc, argv);
        return 0;
    }
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
