// Which fraction of the latitudes CPUs take from the GPUs, in each direction,
// by trial.
#include <spdlog/spdlog.h>

#include "graphs/sphere/trial.hpp"

namespace tasuki::graphs::sphere {

namespace {

constexpr double kStep = 0.1, kFineStep = 0.04;
/// Further along it will not become better again.
constexpr double kHopeless = 1.05;

struct Choice {
    double fraction = 0;
    bool lent = false;
    double seconds = 0;  ///< 0: nothing was tried
};

}  // namespace

/// A CPU that computes all of its latitudes takes what a GPU need not transfer,
/// but in an analysis the sums of all its orders take their place; a CPU that
/// only computes FFTs could do more of them than of both, but waits for a GPU
/// or lets it wait.  What is best depends on the link, and is not the same in
/// both directions.
void Transform::search() {
    Choice synthesis, analysis;
    const auto spread = [&](const Choice& choice) {
        return Spread{speeds_of_share(context_, choice.fraction), choice.lent};
    };
    /// Whether one direction is not hopeless.
    const auto attempt = [&](double fraction, bool lent) {
        const Choice choice{fraction, lent};
        cut(spread(choice), spread(choice));
        const auto times = Trial{*this}.seconds();
        spdlog::debug("{:.0f} % on the CPU{}: {:.3f} + {:.3f} ms",
                      100 * fraction, lent ? ", FFT only" : "",
                      1e3 * times.synthesis, 1e3 * times.analysis);
        bool hope = false;
        const auto compare = [&](Choice& best, double seconds) {
            if (best.seconds == 0 || seconds < best.seconds)
                best = {fraction, lent, seconds};
            hope = hope || seconds < kHopeless * best.seconds;
        };
        compare(synthesis, times.synthesis);
        compare(analysis, times.analysis);
        return hope;
    };
    attempt(0, false);
    attempt(1, false);
    for (const bool lent : {false, true})
        for (double fraction = kStep; fraction < 1; fraction += kStep)
            if (!attempt(fraction, lent)) break;
    for (const Choice& best : {synthesis, analysis})
        for (const double step : {-kFineStep, kFineStep})
            if (best.fraction > 0 && best.fraction < 1)
                attempt(best.fraction + step, best.lent);
    cut(spread(synthesis), spread(analysis));
}

}  // namespace tasuki::graphs::sphere
