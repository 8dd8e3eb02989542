#include "drivers/tasks/graphs/cell.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <numeric>
#include <optional>

#include "drivers/tasks/graphs/execution.hpp"
#include "json/json.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/statistics.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Context, runtime::Worker;
/// In the process, on the machine with what the graph changes of it.
using Run = std::function<Json(const runtime::Machine&)>;

Context context_with(const std::string& policy) {
    return Context{
        {.cpu_workers = 0, .policy = policy, .capture = runtime::Capture::off}};
}

/// Whether the tasks of so many iterations gave what they should.
void check(const SubmitIteration& submit_iteration, int iterations) {
    Reference reference;
    Iteration iteration{.places = {}, .reference = &reference};
    for (int k = 0; k < iterations; ++k) {
        iteration.begin();
        submit_iteration(iteration);
    }
    reference.check();
}

Json run_graph(const runtime::Machine& machine, const TaskGraph& graph,
               const std::string& policy, const Places& places,
               int iterations) {
    Context context = context_with(policy);
    const auto submit_iteration = graph.load(context);
    std::vector<double> seconds;
    std::optional<Lengths> lengths;
    Iteration iteration{places};
    if (!runtime::simulates())
        iteration.lengths = &lengths.emplace(context, machine);
    for (int k = 0; k < iterations; ++k) {
        context.statistics().reset();
        const auto start = runtime::machine_nanoseconds();
        iteration.begin();
        submit_iteration(iteration);
        context.wait();
        seconds.push_back(
            1e-9 * static_cast<double>(runtime::machine_nanoseconds() - start));
    }
    std::map<std::string, double> cpu_part;
    for (const auto& [name, count] : context.statistics().phases())
        cpu_part[name] = 1.0 * count.on_cpu / (count.on_cpu + count.on_gpu);
    if (!runtime::simulates()) check(submit_iteration, iterations);
    return {{"seconds", seconds},
            {"cpu_part", cpu_part},
            {"cpus", context.count(Worker::Kind::cpu)},
            {"gpus", context.count(Worker::Kind::gpu)}};
}

Json bound_graph(const TaskGraph& graph) {
    Context context = context_with("eager");
    LowerBound tasks;
    Iteration iteration{{}, &tasks};
    graph.load(context)(iteration);
    context.wait();
    const Bound bound = tasks.find(context.count(Worker::Kind::cpu),
                                   context.count(Worker::Kind::gpu));
    return {{"area", bound.area}, {"critical_path", bound.critical_path}};
}

/// All that the other end writes until it closes.
std::string read_all(int descriptor) {
    std::string text;
    char buffer[4096];
    ssize_t count = 0;
    while ((count = read(descriptor, buffer, sizeof buffer)) > 0)
        text.append(buffer, static_cast<std::size_t>(count));
    return text;
}

void write_all(int descriptor, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count =
            write(descriptor, text.data() + at, text.size() - at);
        if (count <= 0) return;  // the parent has ended
        at += static_cast<std::size_t>(count);
    }
}

[[noreturn]] void run_child(int result, const runtime::Machine& machine,
                            const Run& run) {
    Json found;
    try {
        if (runtime::simulates())
            runtime::simulate(machine, [&] { found = run(machine); });
        else
            found = run(machine);
    } catch (const std::exception& e) {
        found = {{"error", e.what()}};
    }
    write_all(result, found.dump());
    runtime::remove_private_folder();
    _exit(0);
}

/// In a process of its own.
/// @param what  for messages
Json run_apart(const runtime::Machine& given, const TaskGraph& graph,
               const std::string& what, const Run& run) {
    runtime::Machine machine = given;
    if (machine.gpu)
        for (const auto& [kernel, slowness] : graph.gpu_slowness)
            machine.gpu_kernels[kernel] =
                machine.gpu->rates.efficiency / slowness;
    int ends[2];
    std::fflush(nullptr);  // or both processes would write what is buffered
    if (pipe(ends) != 0) throw runtime::FaultError("pipe: no descriptor left");
    const pid_t child = fork();
    if (child < 0) throw runtime::FaultError("fork: no process can be made");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with this process
        close(ends[0]);
        run_child(ends[1], machine, run);
    }
    close(ends[1]);
    const std::string text = read_all(ends[0]);
    close(ends[0]);
    waitpid(child, nullptr, 0);
    const auto found = Json::try_parse(text);
    if (!found) throw runtime::FaultError(what + ": its process died");
    if (const Json* const error = found->find("error"))
        throw runtime::FaultError(what + ": " + error->text());
    return *found;
}

}  // namespace

double CellResult::steady() const {
    const auto count = static_cast<long>(seconds.size() + 3) / 4;
    return std::accumulate(seconds.end() - count, seconds.end(), 0.0) /
           static_cast<double>(count);
}

int CellResult::settled() const {
    const double limit = 1.05 * steady();
    const auto late = std::find_if(seconds.rbegin(), seconds.rend(),
                                   [limit](double s) { return s > limit; });
    return static_cast<int>(seconds.rend() - late) + 1;
}

CellResult run_graph_apart(const runtime::Machine& machine,
                           const TaskGraph& graph, const std::string& policy,
                           const Places& places, int iterations) {
    const Json found = run_apart(
        machine, graph, "policy " + policy, [&](const runtime::Machine& m) {
            return run_graph(m, graph, policy, places, iterations);
        });
    return {found["seconds"].get<std::vector<double>>(),
            found["cpu_part"].get<std::map<std::string, double>>(),
            found["cpus"].get<int>(), found["gpus"].get<int>()};
}

Bound bound_of(const runtime::Machine& machine, const TaskGraph& graph) {
    const Json found =
        run_apart(machine, graph, "lower bound",
                  [&](const auto&) { return bound_graph(graph); });
    return {found["area"].get<double>(), found["critical_path"].get<double>()};
}

}  // namespace tasuki::drivers
