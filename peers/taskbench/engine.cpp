#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

const std::vector<std::string>& engine_names() {
    static const std::vector<std::string> names{"serial", "tasuki", "replay",
                                                "bare",   "openmp", "tbb"};
    return names;
}

std::vector<std::string> available_engines() {
    auto names = engine_names();
    if (!has_tbb()) std::erase(names, "tbb");
    return names;
}

int cpus_of(std::string_view engine, int cpus) {
    return engine == "serial" || engine == "replay" ? 1 : cpus;
}

std::unique_ptr<Engine> make_engine(std::string_view name, int cpus) {
    if (name == "serial") return make_serial();
    if (name == "tasuki") return make_tasuki(cpus);
    if (name == "replay") return make_replay();
    if (name == "bare") return make_bare(cpus);
    if (name == "openmp") return make_openmp(cpus);
    return make_tbb(cpus);
}

}  // namespace tasuki::peers::taskbench
