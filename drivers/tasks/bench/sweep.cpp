#include "drivers/tasks/bench/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

namespace {

namespace tb = peers::taskbench;

/// Of the largest tasks, about 0.3 ms: no engine costs a tenth of it.
int largest(tb::On on) {
    return on == tb::On::gpu ? 1 << 14 : 1 << 18;
}
/// [s] of runs between two clock reads, if they are short.
constexpr double kTimed = 5e-3;

/// Runs the engine and `serial`, and compares what every task gave.
void check(tb::Engine& engine, const std::string& name, const tb::Graph& graph,
           int iterations) {
    const auto serial = tb::make_serial();
    serial->load(graph);
    serial->run(iterations);
    engine.run(iterations);
    const auto expected = serial->results(), found = engine.results();
    const auto [e, f] = std::ranges::mismatch(expected, found);
    if (e == expected.end()) return;
    throw runtime::NumericsError(fmt::format(
        "engine {}, pattern {}, {} iterations: task {} gave {:016x}; expected "
        "{:016x}, as in serial",
        name, tb::name_of(graph.pattern()), iterations, e - expected.begin(),
        *f, *e));
}

/// Two sizes are below 50 % in each repetition: one could be an accident.
bool is_done(const Sweep& sweep) {
    if (sweep.points.size() < 2) return false;
    for (std::size_t r = 0; r < sweep.points[0].granularities.size(); ++r)
        if (!ends_below_half(sweep.samples(r), 2)) return false;
    return true;
}

}  // namespace

std::vector<Sample> Sweep::samples(std::size_t repetition) const {
    std::vector<Sample> all;
    for (const auto& p : points)
        all.push_back({p.iterations, p.granularities[repetition]});
    return all;
}

std::vector<Sample> Sweep::medians() const {
    std::vector<Sample> all;
    for (const auto& p : points)
        all.push_back({p.iterations, runtime::median(p.granularities)});
    return all;
}

std::vector<Metg> Sweep::metgs() const {
    std::vector<Metg> all;
    for (std::size_t r = 0; r < points.front().granularities.size(); ++r)
        all.push_back(find_metg(samples(r)));
    return all;
}

bool Sweep::reached() const {
    return std::ranges::all_of(metgs(), &Metg::reached);
}

Sweep run_sweep(const std::string& name, const tb::Graph& graph,
                const SweepOptions& options) {
    const int units = tb::units_of(name, options.on, options.cpus);
    Sweep sweep{std::string{tb::name_of(graph.pattern())},
                name,
                options.on,
                units,
                graph.width(),
                graph.steps(),
                graph.tasks(),
                graph.dependencies(),
                {}};
    const auto engine = tb::make_engine(name, options.on, options.cpus);
    engine->load(graph);
    check(*engine, name, graph, 16);
    const auto measure = [&](int iterations) {
        SweepPoint point{iterations, {}};
        const double once = engine->run(iterations);  // a warm-up too
        const int runs = std::clamp(static_cast<int>(kTimed / once), 1, 100);
        for (int r = 0; r < options.repetitions; ++r) {
            double seconds = 0;
            for (int k = 0; k < runs; ++k) seconds += engine->run(iterations);
            point.granularities.push_back(seconds / runs * units /
                                          graph.tasks());
        }
        sweep.points.push_back(std::move(point));
    };
    for (const int iterations : options.iterations) measure(iterations);
    if (options.iterations.empty()) {
        for (int n = largest(options.on); n > 1; n /= 2) {
            measure(n);
            if (is_done(sweep)) break;
        }
        measure(1);
    }
    check(*engine, name, graph, sweep.points.back().iterations);
    return sweep;
}

}  // namespace tasuki::drivers
