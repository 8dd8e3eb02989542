// A flow on the sphere: time steps per second over the truncation.
#include <nlohmann/json.hpp>

#include "drivers/compare/subject.hpp"

namespace tasuki::drivers::compare {

namespace {

/// As of N bodies; a step is shorter.
constexpr int kStepsTimed = 8;

Subject make() {
    return {
        .command = "sphere",
        .title = "A flow on the sphere",
        .input = "Rossby-Haurwitz wave; a repetition is 8 steps",
        .axes = {{.name = "truncation",
                  .option = "--truncations",
                  .argument = "--truncation",
                  .help = "triangular truncations",
                  .defaults = {"42,85,170", "85,170,341,682"},
                  .least = 2,
                  .most = 32767,
                  .before = "T",
                  .tag = "T"}},
        .x_label = "truncation M",
        .speed = "steps_per_second",
        .unit = "steps/s",
        .times =
            [](const nlohmann::ordered_json& result) {
                return times_from(
                    result, 1 / result.at("seconds_median").get<double>());
            },
        .columns = {{"cfl", "/cfl", "CFL", "{:.2f}"},
                    {"cpu_fraction", "/cpu_fraction", "CPU share", "{:.2f}"}},
        .columns_note =
            "CPU share: fraction of the latitudes that the CPU "
            "computes.",
        .repeat =
            [](int repetitions) {
                return std::vector<std::string>{
                    "--steps", std::to_string(kStepsTimed * repetitions),
                    "--every", std::to_string(kStepsTimed)};
            },
        .policies = {"lws,dmdas", "dmdas,feedback"},
        .placements = {"cpu,dynamic", "gpu,cpu,split:auto,dynamic"},
        .placement_names = kShareNames,
        .check_placement = check_share_name};
}

}  // namespace

const Subject& sphere_subject() {
    static const Subject subject = make();
    return subject;
}

}  // namespace tasuki::drivers::compare
