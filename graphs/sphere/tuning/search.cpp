// Which fraction of the latitudes CPUs take from the GPUs, in each direction,
// by trial.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "codelets/device/tuning.hpp"
#include "graphs/sphere/tuning/choices.hpp"
#include "graphs/sphere/tuning/trial.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "simulation/simulation.hpp"
#include "simulation/this_machine.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;

namespace {

/// Of the latitudes, about.
constexpr double kStep = 0.1, kFineStep = 0.04;
/// Over the least time of a walk along the shares: further along it will not
/// become better again.
constexpr double kHopeless = 1.05;

/// The machine, size and options for which a choice is valid.
std::string key_of(const runtime::Context& context, const TransformOptions& o) {
    std::string workers;
    for (const runtime::Worker& w : context.workers())
        workers += fmt::format(", {}", w.kind == runtime::Worker::Kind::cpu
                                           ? fmt::format("CPU x{}", w.threads)
                                           : "GPU");
    const int fields = fields_of_trials(o.fields);
    return fmt::format("sphere share, T{} {}x{}{}{}, {}", o.truncation.degrees,
                       o.grid.longitudes, o.grid.latitudes,
                       fields > 1 ? fmt::format(", {} fields", fields) : "",
                       workers, runtime::cpu_name());
}

/// What an earlier run found; empty if none did. A machine that is simulated
/// has a name, and its file may have changed since.
std::optional<Choices> find_known(const std::string& device,
                                  const std::string& key) {
    if (runtime::simulates()) return std::nullopt;
    const auto text = device::tuned(device, key);
    if (!text) return std::nullopt;
    const auto known = Choices::parse(*text);
    if (!known)
        runtime::logger().warn(
            "{}: \"{}\": expected \"F 0|1 F 0|1\", found \"{}\"; measured "
            "again",
            device::tuning_file(device), key, *text);
    return known;
}

/// The fastest of what was tried.
struct Fastest {
    Choices each;    ///< of each direction, with its time
    Choices common;  ///< of those with the same share in both directions
    double least_common = 0;  ///< [s]

    /// @return  whether one direction is not hopeless
    bool add(double fraction, bool lent, double synthesis, double analysis) {
        const double sum = synthesis + analysis;
        if (least_common == 0 || sum < least_common) {
            least_common = sum;
            common = {{fraction, lent}, {fraction, lent}};
        }
        const auto compare = [&](Choice& least, double seconds) {
            if (least.seconds == 0 || seconds < least.seconds)
                least = {fraction, lent, seconds};
            return seconds < kHopeless * least.seconds;
        };
        const bool hope = compare(each.synthesis, synthesis);
        return compare(each.analysis, analysis) || hope;
    }
};

}  // namespace

/// A CPU that computes all of its latitudes takes what a GPU need not transfer,
/// but in an analysis the sums of all its orders take their place; a CPU that
/// only computes FFTs could do more of them than of both, but waits for a GPU
/// or lets it wait.  What is best depends on the link, and is not the same in
/// both directions.
void Transform::search() {
    const auto spread = [&](const Choice& choice) {
        return Spread{speeds_of_share(context_, choice.fraction), choice.lent};
    };
    const std::string device = runtime::gpu_devices().front().name;
    const std::string key = key_of(context_, options_);
    if (const auto known = find_known(device, key)) {
        cut(spread(known->synthesis), spread(known->analysis));
        return;
    }
    if (!runtime::simulates())
        runtime::logger().info("{}: trying shares, to be kept in {}", key,
                               device::tuning_file(device));
    const auto attempt = [&](const Choices& c) {
        cut(spread(c.synthesis), spread(c.analysis));
        const auto times = Trial{*this}.seconds();
        runtime::logger().debug("on the CPU {}: {:.3f} + {:.3f} ms",
                                c.to_string(), 1e3 * times.synthesis,
                                1e3 * times.analysis);
        return times;
    };
    Fastest fastest;
    const auto attempt_common = [&](double fraction, bool lent) {
        const auto times = attempt({{fraction, lent}, {fraction, lent}});
        fastest.add(fraction, lent, times.synthesis, times.analysis);
        return times;
    };
    // Whole groups of latitudes, as a CPU computes them.
    const double pairs = sp::pairs_of(options_.grid);
    const double group = sp::kGroup / pairs;
    const double step = std::max(1.0, std::round(kStep / group)) * group;
    attempt_common(0, false);
    attempt_common(1, false);
    for (const bool lent : {false, true}) {
        Fastest walk;
        int hopeless = 0;  // one after the other, of which one may be bad luck
        for (double f = step; f < 1 && hopeless < 2; f += step) {
            const auto times = attempt_common(f, lent);
            const bool hope =
                walk.add(f, lent, times.synthesis, times.analysis);
            hopeless = hope ? 0 : hopeless + 1;
        }
    }
    const double fine = std::max(1.0, std::round(kFineStep / group)) * group;
    const Choices coarse = fastest.each;
    for (const Choice& c : {coarse.synthesis, coarse.analysis})
        for (const double f : {c.fraction - fine, c.fraction + fine})
            if (fine < step && c.fraction > 0 && f > 0 && f < 1)
                attempt_common(f, c.lent);
    // Latitudes that change sides are blocks of their own, which costs.
    const Choices best = attempt(fastest.each).sum() > fastest.least_common
                             ? fastest.common
                             : fastest.each;
    if (!runtime::simulates())
        device::keep_tuned(device, key, best.to_string());
    cut(spread(best.synthesis), spread(best.analysis));
}

}  // namespace tasuki::graphs::sphere
