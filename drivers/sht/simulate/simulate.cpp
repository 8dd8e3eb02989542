// `tasuki simulate sht`: `tasuki sht` on a machine that is not here.
#include "drivers/common/worker_names.hpp"
#include "drivers/sht/transforms.hpp"
#include "drivers/simulate/simulation.hpp"

namespace tasuki::drivers {

namespace {

/// What is wrong by itself, and files of what was transformed.
void check(const ShtOptions& o) {
    check_options(o);
    check_not_written("--out", o.out, "transform");
    check_not_written("--map", o.map, "field");
    check_not_written("--spectrum", o.spectrum, "spectrum");
}

/// Of arrays without values.
class Run : public Transforms {
  public:
    using Transforms::Transforms;

    /// Says that the host has the input.
    void give() {
        (void)spectra_.coefficients.write();
        for_blocks([](auto& block) { (void)block.write(); });
    }
};

class SimulatedSht
    : public SimulatedExperiment<ShtOptions, ShtPlan, ShtResult> {
  public:
    using SimulatedExperiment::SimulatedExperiment;

    void run(runtime::Recorder* recorder) override {
        const auto placement = placement_of(options_);
        const auto share = graphs::Share::parse(placement);
        runtime::Context context{machine(options_, share, recorder)};
        graphs::check_share(context, share);
        Run run{options_, plan_, context, share};
        run.give();
        run.time(result_);
        if (recorder != nullptr) run.record(*recorder, result_);
        result_.placement = placement;
        result_.policy = context.policy();
        result_.workers = worker_names(context);
    }

  protected:
    void print_run() const override { print_speed(options_, plan_, result_); }
    std::vector<const char*> values() const override {
        return {"roundtrip_rms", "roundtrip_max", "integral",
                "mean",          "minimum",       "maximum"};
    }
};

}  // namespace

void add_simulate_sht(CLI::App& group) {
    add_simulation<SimulatedSht>(
        group, "sht", add_sht_options, check,
        "The options are those of `tasuki sht`; what changes values only "
        "(--seed, --normalization) changes no time. Shares of the CPU are "
        "tried in the simulation, and none is kept.");
}

}  // namespace tasuki::drivers
