// `tasuki nbody`: a system of bodies under its own gravity.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivers/nbody/report.hpp"

namespace tasuki::drivers {

namespace {

class Nbody : public Experiment {
  public:
    explicit Nbody(const NbodyOptions& options) : options_{options} {}

    void check() const override { check_nbody_options(options_); }
    void plan(const runtime::Ranks& ranks) override {
        plan_ = make_plan(options_, ranks);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_nbody(options_, plan_, recorder);
    }
    void print() const override { print_summary(plan_, result_); }
    nlohmann::ordered_json json() const override {
        return nbody_json(plan_, result_);
    }
    std::string title() const override {
        return fmt::format("N-body, {}, {} precision, placement {}, policy {}",
                           describe_bodies(plan_.begin), plan_.begin.precision,
                           result_.placement, result_.policy);
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }

  private:
    const NbodyOptions& options_;
    NbodyPlan plan_;
    NbodyResult result_;
};

}  // namespace

void add_nbody(CLI::App& app) {
    add_experiment<Nbody>(app, "nbody", add_nbody_options);
}

}  // namespace tasuki::drivers
