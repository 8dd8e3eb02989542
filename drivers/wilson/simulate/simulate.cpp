// `tasuki simulate wilson`: `tasuki wilson` on a machine that is not here.
#include "codelets/wilson/forms/forms.hpp"
#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/simulate/simulation.hpp"
#include "drivers/wilson/applications.hpp"
#include "drivers/wilson/memory.hpp"
#include "drivers/wilson/ranks.hpp"
#include "graphs/wilson/split.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Decomposition, graphs::wilson::Placement;

template <class T, int kLinkReals>
void simulate_with(const WilsonOptions& options, runtime::Context& context,
                   const Decomposition& decomposition, Placement placement,
                   runtime::Recorder* recorder, WilsonResult& result) {
    if (!placement.is_measured())
        placement = Placement::split(
            graphs::wilson::measured_cpu_fraction<T, kLinkReals>(
                context, decomposition));
    result.placement = placement.to_string();
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

class SimulatedWilson
    : public SimulatedExperiment<WilsonOptions, WilsonPlan, WilsonResult> {
  public:
    using SimulatedExperiment::SimulatedExperiment;

    void run(runtime::Recorder* recorder) override;
    trace::NameOfPart name_of_part() const override { return name_faces; }

  protected:
    void print_run() const override {
        print_problem(options_, result_);
        print_speed(result_, "of this machine's file (simulated)");
    }
    std::vector<const char*> values() const override {
        return {"norm2", "relative_error", "checked_sites"};
    }
};

void SimulatedWilson::run(runtime::Recorder* recorder) {
    wilson::add_forms();
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
    const auto with = [&]<class T>(T) {
        const auto simulate = plan_.reconstruct == 18   ? simulate_with<T, 18>
                              : plan_.reconstruct == 12 ? simulate_with<T, 12>
                                                        : simulate_with<T, 8>;
        simulate(plan_, context, decomposition, placement, recorder, r);
    };
    plan_.precision == "single" ? with(float{}) : with(double{});
    for (const runtime::Worker& worker : r.workers) {
        const double gbs =
            1e-9 * rates_of(worker, machine_.file.machine).bandwidth;
        r.bandwidth.push_back({worker, gbs, gbs, gbs});
    }
    // All nodes are alike: the table counts their workers.
    const auto names = worker_names(context);
    join_ranks(*options.ranks, r);
    if (options.ranks->is_first())
        for (std::size_t k = 0; k < names.size(); ++k)
            r.workers[k].name = names[k];
    r.roofline_gbs = roofline(r.bandwidth, Placement::parse(r.placement));
}

}  // namespace

void add_simulate_wilson(CLI::App& group) {
    add_simulation<SimulatedWilson>(
        group, "wilson", add_wilson_options, check_options,
        "The options are those of `tasuki wilson`; what changes values only "
        "(--kappa, --source, --apply) changes no time.");
}

}  // namespace tasuki::drivers
