// `tasuki simulate nbody`: `tasuki nbody` on a machine that is not here.
#include "drivers/common/worker_names.hpp"
#include "drivers/experiment/steps/stepper.hpp"
#include "drivers/nbody/run.hpp"
#include "drivers/simulate/simulation.hpp"

namespace tasuki::drivers {

namespace {

/// What is wrong by itself, and files of bodies that do not move.
void check(const NbodyOptions& o) {
    check_options(o);
    check_not_written("--out", o.out, "bodies");
    check_not_written("--checkpoint", o.checkpoint, "bodies");
}

class SimulatedNbody
    : public SimulatedExperiment<NbodyOptions, NbodyPlan, NbodyResult> {
  public:
    using SimulatedExperiment::SimulatedExperiment;

    void make_input(const runtime::Ranks&) override {
        fill_plan(options_, plan_);
    }
    void run(runtime::Recorder* recorder) override;

  protected:
    void print_run() const override {
        print_problem(plan_);
        print_speed(result_, "in this machine's file");
    }
    std::vector<const char*> values() const override {
        return {"initial",        "final",   "energy_error",
                "momentum_drift", "variant", "angular_momentum_drift",
                "snapshots"};
    }
};

void SimulatedNbody::run(runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(options_.placement);
    runtime::Context context{machine(options_, share, recorder)};
    graphs::check_share(context, share);
    graphs::nbody::Simulation simulation{context, plan_.begin.bodies,
                                         simulation_options(options_, plan_)};
    Stepper stepper{options_, plan_, context, recorder, kMostStepsAhead, 0};
    auto step = plan_.first_step;
    while (step < plan_.last_step) {
        step = stepper.advance(step,
                               [&](double dt) { simulation.submit_step(dt); });
        stepper.show(step, "simulated");
    }
    stepper.clear();
    NbodyResult& r = result_;
    r.bodies = plan_.begin.bodies.size();
    r.policy = context.policy();
    r.workers = worker_names(context);
    r.placement = options_.placement;
    r.last.time = plan_.time(plan_.last_step);
    r.seconds = stepper.seconds();
    r.trace_cost = stepper.trace_cost();
    r.interactions = simulation.interactions();
    r.cpu_fraction = simulation.cpu_fraction();
    double peak = 0;
    for (const runtime::Worker& worker : context.workers()) {
        const auto rates = rates_of(worker, machine_.file.machine);
        if (share.uses(worker.kind))
            peak += plan_.begin.precision == "double" ? rates.double_flops
                                                      : rates.single_flops;
    }
    r.peak_flops = peak;
}

}  // namespace

void add_simulate_nbody(CLI::App& group) {
    add_simulation<SimulatedNbody>(
        group, "nbody", add_nbody_options, check,
        "The options are those of `tasuki nbody`; what changes values only "
        "(--model, --seed, --eps, --dt, --gravity) changes no time, and nor "
        "does --variant, as all kernels of a GPU have one model.");
}

}  // namespace tasuki::drivers
