// Which share of the latitudes makes all workers end together, by trial.
#include <algorithm>

#include "graphs/sphere/tuning/trial.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Worker;

namespace {

/// How much faster a GPU may be thought before anything was measured.
constexpr double kGuess = 8;
constexpr int kMostRounds = 6;
/// Less than that is not worth to be shared [flop].
constexpr double kWorth = 2e7;
constexpr double kGoodEnough = 1.01;

std::vector<Speed> first_guess(const runtime::Context& context, Share share) {
    std::vector<Speed> guess;
    for (const Worker& w : context.workers())
        if (share.uses(w.kind))
            guess.push_back({context.ranks().rank(), w.id, w.kind,
                             w.kind == Worker::Kind::gpu ? kGuess : 1});
    return gather_speeds(context.ranks(), guess);
}

}  // namespace

void Transform::measure() {
    std::vector<Speed> speeds = first_guess(context_, options_.share);
    const auto has = [&](Worker::Kind kind) {
        return std::any_of(speeds.begin(), speeds.end(),
                           [&](const Speed& s) { return s.kind == kind; });
    };
    const bool gpus = has(Worker::Kind::gpu);
    const double flops = options_.fields * nominal_flops();
    if (flops < kWorth && gpus)
        std::erase_if(speeds,
                      [](auto& s) { return s.kind == Worker::Kind::cpu; });
    cut(speeds);
    if (speeds.size() < 2 || flops < kWorth) return;
    if (gpus && has(Worker::Kind::cpu) && options_.to_host && !several())
        search();
    else
        measure_workers(speeds);
}

/// Each worker's speed with what it has, until that is what it should have.
void Transform::measure_workers(std::vector<Speed> speeds) {
    const auto pairs = static_cast<std::size_t>(sp::pairs_of(options_.grid));
    std::vector<Speed> best_speeds;
    double best = 0;
    // The first rank's arithmetic, for all.
    const auto remember = [&](double time) {
        time = context_.ranks().largest(time);
        runtime::logger().debug("{:.1f} % on the CPU: {:.3f} ms",
                                100 * cpu_fraction(Direction::synthesis),
                                1e3 * time);
        if (best_speeds.empty() || time < best) {
            best = time;
            best_speeds = speeds;
        }
    };
    for (int round = 0; round < kMostRounds; ++round) {
        Trial trial{*this};
        remember(trial.seconds().sum());
        auto measured = trial.speeds(speeds);
        double sum = 0;
        for (const Speed& s : measured) sum += s.per_second;
        // A worker without work has a chance in the next round.
        for (Speed& s : measured)
            s.per_second = std::max(s.per_second, 0.01 * sum);
        const double excess = context_.ranks().largest(
            imbalance(cut_by_speed(pairs, speeds), measured));
        if (excess < kGoodEnough) break;
        speeds = measured;
        cut(speeds);
    }
    // Together they are not always faster than those of one kind alone.
    for (const auto kind : {Worker::Kind::gpu, Worker::Kind::cpu}) {
        const auto all = speeds;
        std::erase_if(speeds, [&](const Speed& s) { return s.kind != kind; });
        if (!speeds.empty() && speeds.size() < all.size()) {
            cut(speeds);
            remember(Trial{*this}.seconds().sum());
        }
        speeds = all;
    }
    cut(best_speeds);
}

}  // namespace tasuki::graphs::sphere
