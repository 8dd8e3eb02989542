#include "peers/taskbench/engine.hpp"

#include <algorithm>

namespace tasuki::peers::taskbench {

namespace {

struct Kind {
    std::string_view name;
    Maker make;  // null: not in this build
    std::string_view how_to_get{};
};

constexpr std::string_view kTbb =
    "install libtbb-dev, and configure and build again";
constexpr std::string_view kTaskflow =
    "configure with -DTASUKI_TASKFLOW=DIR, the folder of Taskflow that has "
    "taskflow/taskflow.hpp, and build again";
constexpr std::string_view kCccl =
    "configure for CUDA with -DTASUKI_CCCL=DIR, a tree of CCCL that has cudax, "
    "and build again";

/// The reference is first.
const std::vector<Kind>& kinds(On on) {
    static const std::vector<Kind> cpu{
        {"serial", [](On, int) { return make_serial(); }},
        {"tasuki", make_tasuki},
        {"recorded", make_recorded},
        {"bare", make_bare},
        {"openmp", make_openmp},
        {"tbb", tbb_maker(), kTbb},
        {"taskflow", taskflow_maker(), kTaskflow},
        {"taskflow-async", taskflow_async_maker(), kTaskflow}};
    const auto with_gpu = [](Maker make) {
        return streams_maker() == nullptr ? nullptr : make;
    };
    static const std::vector<Kind> gpu{
        {"streams", streams_maker()},
        {"graph", graph_maker()},
        {"tasuki", with_gpu(make_tasuki)},
        {"recorded", with_gpu(make_recorded)},
        {"bare", with_gpu(make_bare)},
        {"cudastf", cudastf_maker(), kCccl},
        {"cudastf-graph", cudastf_graph_maker(), kCccl},
        {"cudastf-loop", cudastf_loop_maker(), kCccl}};
    return on == On::gpu ? gpu : cpu;
}

}  // namespace

const std::vector<std::string>& engine_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const On on : {On::cpu, On::gpu})
            for (const Kind& kind : kinds(on))
                if (std::ranges::count(all, kind.name) == 0)
                    all.emplace_back(kind.name);
        return all;
    }();
    return names;
}

std::vector<std::string> available_engines(On on) {
    std::vector<std::string> names;
    for (const Kind& kind : kinds(on))
        if (kind.make != nullptr) names.emplace_back(kind.name);
    return names;
}

std::string_view how_to_get(std::string_view engine, On on) {
    const auto kind = std::ranges::find(kinds(on), engine, &Kind::name);
    if (kind == kinds(on).end() || kind->make != nullptr) return {};
    return kind->how_to_get;
}

int units_of(std::string_view engine, On on, int cpus) {
    return on == On::gpu || engine == "serial" || engine == "recorded" ? 1
                                                                       : cpus;
}

std::unique_ptr<Engine> make_engine(std::string_view name, On on, int cpus) {
    return std::ranges::find(kinds(on), name, &Kind::name)->make(on, cpus);
}

}  // namespace tasuki::peers::taskbench
