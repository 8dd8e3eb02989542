#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

const std::vector<std::string>& engine_names() {
    static const std::vector<std::string> names{"serial",  "tasuki", "recorded",
                                                "bare",    "openmp", "tbb",
                                                "streams", "graph"};
    return names;
}

std::vector<std::string> available_engines(On on) {
    if (on == On::gpu) {
        if (!has_gpu()) return {};
        return {"streams", "graph", "tasuki", "recorded", "bare"};
    }
    std::vector<std::string> names{"serial", "tasuki", "recorded", "bare",
                                   "openmp"};
    if (has_tbb()) names.emplace_back("tbb");
    return names;
}

int units_of(std::string_view engine, On on, int cpus) {
    return on == On::gpu || engine == "serial" || engine == "recorded" ? 1
                                                                       : cpus;
}

std::unique_ptr<Engine> make_engine(std::string_view name, On on, int cpus) {
    if (name == "serial") return make_serial();
    if (name == "tasuki") return make_tasuki(on, cpus);
    if (name == "recorded") return make_recorded(on);
    if (name == "bare") return make_bare(on, cpus);
    if (name == "openmp") return make_openmp(cpus);
    if (name == "streams") return make_streams();
    if (name == "graph") return make_graph();
    return make_tbb(cpus);
}

}  // namespace tasuki::peers::taskbench
