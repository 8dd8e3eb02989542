// The figures of a trace: who did what, what hid behind what.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/traces/timeline/bound.hpp"
#include "views/traces/timeline/chains.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::trace {

/// Tasks of one phase in the measured iterations, on one kind of worker.
struct PhaseFigures {
    std::string phase;
    bool gpu;
    int count = 0;
    int captured = 0;  ///< of these, in lists
    Time time = 0;     ///< their sum [ns]
    double flops = 0;
};

/// What workers did with their time [ns].
struct TimeUse {
    Time busy = 0;
    Time waiting = 0;  ///< for data that was on its way
    Time idle = 0;

    Time whole() const { return busy + waiting + idle; }
    TimeUse& operator+=(const TimeUse& other) {
        busy += other.busy;
        waiting += other.waiting;
        idle += other.idle;
        return *this;
    }
};

/// What a worker did while the measured iterations ended, see Summary::begin.
struct LaneFigures : TimeUse {
    int lane = 0;
    int tasks = 0;  ///< that ran then, in whole or in part
};

/// Between two places: transfers that began in that time, and messages of the
/// measured iterations.
struct LinkFigures {
    std::string source, target;  ///< "host", "rank 1"
    int rank;                    ///< of the memories; -1: between ranks
    int count = 0;
    std::uint64_t bytes = 0;
    Time busy = 0;  ///< time with something under way

    /// [GB/s]
    double rate() const {
        return busy == 0
                   ? 0
                   : static_cast<double>(bytes) / static_cast<double>(busy);
    }
};

struct Summary {
    /// From the end of the last iteration before the measured ones (the start
    /// of the first, where there is none) to the end of the last.
    Time begin = 0, end = 0;
    int iterations = 0;
    int before = 0, after = 0;         ///< recorded around them, not counted
    std::vector<PhaseFigures> phases;  ///< by phase, GPU first
    int others = 0;  ///< tasks of the lanes that are not in the phases
    std::vector<LaneFigures> lanes;
    std::vector<LinkFigures> links;
    Time exchange = 0;       ///< transfers and messages, one after another
    Time hidden = 0;         ///< of that, while tasks ran on the same rank
    int path_iteration = 0;  ///< the one in the middle
    Time path_time = 0;      ///< of the longest chain in it
    std::vector<Step> path;  ///< that chain
    Time path_span = 0;      ///< from its start to its end, as it really ran
    std::vector<PhaseSlack> slack;  ///< of the same iteration
    Bound bound;                    ///< of what is measured

    Time length() const { return end - begin; }
};

/// Part of a whole [%]; 0 of nothing.
double share_percent(Time part, Time whole);

/// The part of the exchange that overlapped with tasks [%]; 0 without exchange.
double hidden_percent(const Summary& summary);

/// What the phases leave out, and how they were run, a sentence each.
std::vector<std::string> notes_on_phases(const Summary& summary);

/// The bound over the time that was measured [%]; 0 without tasks.
double bound_percent(const Summary& summary);

Summary summarize(const Timeline& timeline);

/// When it ran or was on its way.
std::pair<Time, Time> span_of(const Timeline& timeline, const Step& step);

/// "rank 1 GPU 0"; without the rank if there is one only.
std::string lane_words(const Timeline& timeline, int lane);

/// "interior block 1", "matvec block 0 T+", "message 0 -> 1".
std::string describe(const Timeline& timeline, const Step& step);

Json to_json(const Timeline& timeline, const Summary& summary);

/// The tables on stdout.
void print_summary(const Timeline& timeline, const Summary& summary);

}  // namespace tasuki::trace
