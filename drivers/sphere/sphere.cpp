// `tasuki sphere`: the barotropic vorticity equation on a rotating sphere.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivers/sphere/report.hpp"

namespace tasuki::drivers {

namespace {

class Sphere : public Experiment {
  public:
    explicit Sphere(const SphereOptions& options) : options_{options} {}

    void check() const override { check_sphere_options(options_); }
    void plan(const runtime::Ranks& ranks) override {
        plan_ = make_plan(options_, ranks);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_sphere(options_, plan_, recorder);
    }
    void print() const override { print_summary(plan_, result_); }
    nlohmann::ordered_json json() const override {
        return sphere_json(plan_, result_);
    }
    std::string title() const override {
        return fmt::format(
            "Flow on the sphere, T{}, {}, placement {}, policy {}",
            plan_.begin.degrees, plan_.begin.origin.name(), result_.placement,
            result_.policy);
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }

  private:
    const SphereOptions& options_;
    SpherePlan plan_;
    SphereResult result_;
};

}  // namespace

void add_sphere(CLI::App& app) {
    add_experiment<Sphere>(app, "sphere", add_sphere_options);
}

}  // namespace tasuki::drivers
