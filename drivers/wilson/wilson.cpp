// `tasuki wilson`: the Wilson-Dirac operator on a gauge configuration.
#include "drivers/common/options.hpp"
#include "drivers/wilson/memory.hpp"
#include "drivers/wilson/run.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

namespace {

class Wilson
    : public PlannedExperiment<WilsonOptions, WilsonPlan, WilsonResult> {
  public:
    using PlannedExperiment::PlannedExperiment;

    trace::NameOfPart name_of_part() const override { return name_faces; }
};

}  // namespace

void add_wilson(CLI::App& app) {
    add_experiment<Wilson>(app, "wilson", add_wilson_options);
}

}  // namespace tasuki::drivers
