// `tasuki simulate wilson`: `tasuki wilson` on a machine that is not here.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/wilson/applications.hpp"
#include "drivers/wilson/memory.hpp"
#include "io/machines/machine_file.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"
#include "runtime/simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Decomposition, graphs::wilson::Placement;
using io::machines::MachineFile;
using runtime::UnavailableError, runtime::Worker;

struct SimulationOptions : WilsonOptions {
    std::string machine;  ///< a file
};

/// What the real command does by measuring or with others.
void check_simulation(const SimulationOptions& o) {
    check_options(o);
    if (o.placement == "split:auto")
        throw UnavailableError(
            "--placement split:auto: it measures kernels, and a simulation "
            "executes none; name a fraction, split:F");
    if (o.calibrate)
        throw UnavailableError(
            "--calibrate: the times of tasks in a simulation are those of "
            "--machine");
    if (o.exchange != "auto")
        throw UnavailableError(fmt::format(
            "--exchange {}: a simulation is of one rank", o.exchange));
    if (o.ranks.find_first_not_of("1x") != std::string::npos ||
        o.ranks.find("11") != std::string::npos)
        throw UnavailableError(fmt::format(
            "--ranks {}: a simulation is of one rank, 1x1x1x1, on one node of "
            "the machine",
            o.ranks));
}

template <class T, int kLinkReals>
void simulate_with(const WilsonOptions& options, runtime::Context& context,
                   const Decomposition& decomposition, Placement placement,
                   runtime::Recorder* recorder, WilsonResult& result) {
    result.bytes_per_site = wilson::interior::bytes_per_site<T>(kLinkReals);
    const lattice::Region region = decomposition.local_region();
    Applications<T, kLinkReals> applications{
        options,
        placement,
        context,
        decomposition,
        lattice::GaugeField::without_links(region),
        lattice::SpinorField::without_sites(region)};
    applications.time(result);
    if (recorder != nullptr) applications.record(*recorder, result);
}

/// What of its processor's a worker has.
WorkerBandwidth bandwidth_of(const Worker& worker, const runtime::Machine& m) {
    const double gbs = worker.kind == Worker::Kind::gpu
                           ? 1e-9 * m.gpu->rates.bandwidth
                           : 1e-9 * m.cpu.bandwidth * worker.threads / m.cores;
    return {worker, gbs, gbs, gbs};
}

class SimulatedWilson : public Experiment {
  public:
    SimulatedWilson(const SimulationOptions& options, const MachineFile& file)
        : options_{options}, file_{file} {}

    void plan(const runtime::Ranks& ranks) override {
        plan_ = make_plan(options_, ranks);
    }
    MemoryNeed memory(const runtime::Ranks& ranks) const override {
        return memory_of(options_, plan_, ranks);
    }
    void run(runtime::Recorder* recorder) override;
    void print() const override;
    nlohmann::ordered_json json() const override;
    std::string title() const override {
        return fmt::format("simulated on {}: {}", file_.machine.name,
                           title_of(options_, plan_, result_));
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }
    trace::NameOfPart name_of_part() const override { return name_faces; }

  private:
    std::string efficiency() const;

    const SimulationOptions& options_;
    const MachineFile& file_;
    WilsonPlan plan_{};
    WilsonResult result_{};
};

void SimulatedWilson::run(runtime::Recorder* recorder) {
    const auto placement = Placement::parse(plan_.placement);
    const auto options =
        machine(plan_, placement.name() == Placement::Name::cpu, recorder);
    const auto decomposition =
        make_decomposition(plan_, plan_.extents, *options.ranks);
    runtime::Context context{options};
    WilsonResult& r = result_;
    r.lattice = plan_.extents;
    r.blocks = decomposition.grid();
    r.ranks = decomposition.ranks().ranks;
    r.sites = static_cast<double>(plan_.extents.volume());
    r.workers = context.workers();
    r.policy = context.policy();
    r.placement = placement.to_string();
    const auto with = [&]<class T>(T) {
        const auto simulate = plan_.reconstruct == 18   ? simulate_with<T, 18>
                              : plan_.reconstruct == 12 ? simulate_with<T, 12>
                                                        : simulate_with<T, 8>;
        simulate(plan_, context, decomposition, placement, recorder, r);
    };
    plan_.precision == "single" ? with(float{}) : with(double{});
    for (const Worker& worker : r.workers)
        r.bandwidth.push_back(bandwidth_of(worker, file_.machine));
    r.roofline_gbs = roofline(r.bandwidth, placement);
}

std::string SimulatedWilson::efficiency() const {
    const runtime::Machine& m = file_.machine;
    auto text = fmt::format("{} (CPU)", m.cpu.efficiency);
    if (m.gpu) text += fmt::format(" and {} (GPU)", m.gpu->rates.efficiency);
    return text;
}

void SimulatedWilson::print() const {
    io::print("SIMULATED: no kernel was executed, nothing was measured\n");
    io::print("  machine    {} ({})\n", file_.machine.name, options_.machine);
    io::print("  rates      {} measured, {} published, {} assumed\n",
              file_.measured.size(), file_.published.size(),
              file_.assumed.size());
    io::print(
        "  tasks      the longer of traffic / bandwidth and flop / peak, over "
        "an efficiency of {}\n",
        efficiency());
    print_problem(options_, result_);
    print_speed(result_, "of this machine's file (simulated)");
}

nlohmann::ordered_json SimulatedWilson::json() const {
    const runtime::Machine& m = file_.machine;
    nlohmann::ordered_json j;
    j["simulated"] = {{"machine", m.name},
                      {"file", options_.machine},
                      {"cpu_efficiency", m.cpu.efficiency},
                      {"measured", file_.measured},
                      {"published", file_.published},
                      {"assumed", file_.assumed}};
    if (m.gpu) j["simulated"]["gpu_efficiency"] = m.gpu->rates.efficiency;
    auto run = json_of(options_, plan_, result_);
    for (const char* value : {"norm2", "relative_error", "checked_sites"})
        run.erase(value);  // there is none
    j.update(run);
    return j;
}

}  // namespace

void add_simulate_wilson(CLI::App& group) {
    CLI::App& command = add_command(group, "wilson");
    const auto options = std::make_shared<SimulationOptions>();
    add_option(command, "--machine", options->machine,
               "file of the machine, as machines/*.json; it may also stand "
               "before the name of the command")
        .value_name("FILE")
        .reads()
        .required();
    add_wilson_options(command, *options);
    set_footer(command,
               "The options are those of `tasuki wilson`; what changes values "
               "only (--kappa, --source, --apply) changes no time.");
    set_action(command, [&command, options] {
        runtime::check_simulates();
        check_simulation(*options);
        const auto file = io::machines::read_machine(options->machine);
        runtime::simulate(file.machine, [&] {
            SimulatedWilson experiment{*options, file};
            run_experiment(command, *options, experiment);
        });
    });
}

}  // namespace tasuki::drivers
