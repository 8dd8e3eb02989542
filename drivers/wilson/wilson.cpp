// `tasuki wilson`: the Wilson-Dirac operator on a gauge configuration.
#include "codelets/wilson/hopping/forms.hpp"
#include "drivers/common/install_prefix.hpp"
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

void find_program(const WilsonOptions& options) {
    const bool usual =
        options.precision == "double" && options.reconstruct == 18;
    if (!usual && !wilson::forms::is_here<float, 18>())
        become_program("wilson-forms");
}

void add_wilson(CLI::App& app) {
    add_experiment<Wilson>(app, "wilson", add_wilson_options);
}

}  // namespace tasuki::drivers
