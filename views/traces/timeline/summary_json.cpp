// The figures of a trace as JSON: times in seconds.

#include "json/json.hpp"
#include "views/traces/timeline/summary.hpp"

namespace tasuki::trace {

namespace {

double seconds(Time time) {
    return 1e-9 * static_cast<double>(time);
}

template <class Items, class Of>
Json list(const Items& items, const Of& of) {
    auto list = Json::array();
    for (const auto& item : items) list.push_back(of(item));
    return list;
}

Json phase_json(const PhaseFigures& p) {
    return {{"phase", p.phase},           {"on", p.gpu ? "gpu" : "cpu"},
            {"tasks", p.count},           {"captured", p.captured},
            {"seconds", seconds(p.time)}, {"flops", p.flops}};
}

Json worker_json(const Lane& lane, const LaneFigures& l) {
    return {{"rank", lane.rank},
            {"name", lane.name},
            {"tasks", l.tasks},
            {"busy", seconds(l.busy)},
            {"waiting", seconds(l.waiting)},
            {"idle", seconds(l.idle)}};
}

Json link_json(const LinkFigures& l) {
    Json j{{"source", l.source}, {"target", l.target},
           {"rank", l.rank},     {"count", l.count},
           {"bytes", l.bytes},   {"busy", seconds(l.busy)}};
    if (l.rank < 0) j["rank"] = nullptr;
    return j;
}

Json slack_json(const PhaseSlack& p) {
    return {{"phase", p.phase},
            {"count", p.count},
            {"critical", p.critical},
            {"least", seconds(p.least)},
            {"most", seconds(p.most)}};
}

}  // namespace

Json to_json(const Timeline& t, const Summary& s) {
    Json j{{"title", t.title},
           {"command", t.command},
           {"version", t.version},
           {"ranks", t.ranks},
           {"iterations", {t.window.first, t.window.last}},
           {"seconds", seconds(s.length())},
           {"cost_percent", nullptr},
           {"clocks_within_seconds", seconds(t.clocks_within)},
           {"phases", list(s.phases, phase_json)},
           {"workers", list(s.lanes,
                            [&t](const LaneFigures& l) {
                                return worker_json(t.lanes[l.lane], l);
                            })},
           {"links", list(s.links, link_json)},
           {"exchange",
            {{"seconds", seconds(s.exchange)},
             {"overlapped", seconds(s.hidden)},
             {"behind_interior", seconds(s.hidden)},  // its name until 0.1
             {"percent", nullptr}}},
           {"critical_path",
            {{"iteration", s.path_iteration},
             {"seconds", seconds(s.path_time)},
             {"from_start_to_end", seconds(s.path_span)},
             {"steps",
              list(s.path,
                   [&t](const Step& step) { return describe(t, step); })}}},
           {"slack", list(s.slack, slack_json)},
           {"bound",
            {{"seconds", seconds(s.bound.time())},
             {"percent", bound_percent(s)},
             {"chain", seconds(s.bound.chain)},
             {"area", seconds(s.bound.area)},
             {"area_rank", s.bound.area_rank}}}};
    if (!t.cost.empty()) j["cost_percent"] = t.cost.percent();
    if (s.exchange > 0) j["exchange"]["percent"] = hidden_percent(s);
    return j;
}

}  // namespace tasuki::trace
