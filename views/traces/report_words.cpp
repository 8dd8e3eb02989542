#include "views/traces/report_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <tuple>

namespace tasuki::trace {

namespace {

std::string time_sentence(const Timeline& t, const Summary& s) {
    if (s.iterations == 0)
        return fmt::format(
            "No task of the iterations {} to {} was recorded: there is nothing "
            "to measure.",
            t.window.first, t.window.last);
    auto text = fmt::format("An iteration takes {}",
                            duration_words(time_per_iteration(s)));
    if (s.iterations > 1)
        text += fmt::format(" ({} of them, in flight together, take {})",
                            s.iterations,
                            duration_words(static_cast<double>(s.length())));
    if (s.bound.time() == 0) return text + '.';
    const double times =
        static_cast<double>(s.length()) / static_cast<double>(s.bound.time());
    return text + fmt::format(
                      ". With these task times no schedule takes less than "
                      "{}: this one {} that bound.",
                      duration_words(static_cast<double>(s.bound.time()) /
                                     s.iterations),
                      times < 2
                          ? fmt::format("is {:.1f} % over", 100 * (times - 1))
                          : fmt::format("takes {:.3g} times", times));
}

std::string kind_sentence(const KindFigures& k, const char* name) {
    return fmt::format(
        "{} {} {:.0f} % busy, {:.0f} % waiting for data, {:.0f} % idle.", name,
        k.lanes == 1 ? "is" : "are", share_percent(k.busy, k.whole()),
        share_percent(k.waiting, k.whole()), share_percent(k.idle, k.whole()));
}

std::string exchange_sentence(const Summary& s) {
    if (s.exchange == 0) return "Nothing moved between memories or ranks.";
    std::uint64_t bytes = 0;
    for (const LinkFigures& link : s.links) bytes += link.bytes;
    return fmt::format(
        "{:.0f} % of the exchange overlapped with computation; {} move per "
        "iteration.",
        hidden_percent(s),
        bytes_words(static_cast<double>(bytes) / s.iterations));
}

std::string chain_sentence(const Summary& s) {
    auto text = fmt::format(
        "The longest chain of iteration {} takes {} where nothing "
        "waits; it ran in {}.",
        s.path_iteration, duration_words(static_cast<double>(s.path_time)),
        duration_words(static_cast<double>(s.path_span)));
    std::vector<std::string> spare;
    for (const PhaseSlack& p : s.slack)
        if (p.critical == 0)
            spare.push_back(
                fmt::format("{} by {}", p.phase,
                            duration_words(static_cast<double>(p.least))));
    if (!spare.empty())
        text += fmt::format(" Not in it, so that each could be longer: {}.",
                            fmt::join(spare, ", "));
    return text;
}

}  // namespace

std::string duration_words(double ns) {
    const double size = std::abs(ns);
    return size >= 1e9   ? fmt::format("{:.4g} s", 1e-9 * ns)
           : size >= 1e6 ? fmt::format("{:.4g} ms", 1e-6 * ns)
           : size >= 1e3 ? fmt::format("{:.4g} us", 1e-3 * ns)
                         : fmt::format("{:.4g} ns", ns);
}

std::string bytes_words(double bytes) {
    return bytes >= 1e9   ? fmt::format("{:.4g} GB", 1e-9 * bytes)
           : bytes >= 1e6 ? fmt::format("{:.4g} MB", 1e-6 * bytes)
           : bytes >= 1e3 ? fmt::format("{:.4g} kB", 1e-3 * bytes)
                          : fmt::format("{:.4g} B", bytes);
}

double share_percent(Time part, Time whole) {
    return whole == 0
               ? 0
               : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string lane_words(const Timeline& t, int lane) {
    return t.ranks > 1 ? fmt::format("rank {} {}", t.lanes[lane].rank,
                                     t.lanes[lane].name)
                       : t.lanes[lane].name;
}

LaneKind kind_of(const Lane& lane) {
    return !lane.gpu        ? LaneKind::cpu
           : lane.for_faces ? LaneKind::gpu_faces
                            : LaneKind::gpu;
}

KindFigures figures_of(const Timeline& t, const Summary& s, LaneKind kind) {
    KindFigures figures;
    for (const LaneFigures& lane : s.lanes) {
        if (kind_of(t.lanes[lane.lane]) != kind) continue;
        ++figures.lanes;
        figures.busy += lane.busy;
        figures.waiting += lane.waiting;
        figures.idle += lane.idle;
    }
    return figures;
}

double time_per_iteration(const Summary& s) {
    return s.iterations == 0 ? 0
                             : static_cast<double>(s.length()) / s.iterations;
}

std::vector<std::string> lead_sentences(const Timeline& t, const Summary& s) {
    std::vector<std::string> sentences{time_sentence(t, s)};
    if (s.iterations > 0) {
        std::string workers;
        for (const auto& [kind, one, more] :
             {std::tuple{LaneKind::gpu, "The GPU", "The GPUs"},
              {LaneKind::gpu_faces, "Its stream for faces",
               "Their streams for faces"},
              {LaneKind::cpu, "The CPU team", "The CPU teams"}}) {
            const auto figures = figures_of(t, s, kind);
            if (figures.whole() == 0) continue;
            if (!workers.empty()) workers += ' ';
            workers += kind_sentence(figures, figures.lanes == 1 ? one : more);
        }
        if (!workers.empty()) sentences.push_back(workers);
        sentences.push_back(exchange_sentence(s));
        if (!s.path.empty()) sentences.push_back(chain_sentence(s));
    }
    if (!t.cost.empty())
        sentences.push_back(fmt::format(
            "Recording changed the time of an iteration by {:+.1f} %, the "
            "median of {} recorded stretches against as many without.",
            t.cost.percent(), t.cost.recorded.size()));
    return sentences;
}

}  // namespace tasuki::trace
