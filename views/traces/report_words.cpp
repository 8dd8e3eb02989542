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
                            s.iterations, duration_words(s.length()));
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

/// What each kind of worker did, all of one kind together.
std::string workers_sentence(const Timeline& t, const Summary& s) {
    std::string text;
    for (const auto& [kind, one, more] :
         {std::tuple{LaneKind::gpu, "The GPU", "The GPUs"},
          {LaneKind::gpu_faces, "Its stream for faces",
           "Their streams for faces"},
          {LaneKind::cpu, "The CPU team", "The CPU teams"},
          {LaneKind::background, "The lane of files and pictures",
           "The lanes of files and pictures"}}) {
        int lanes = 0;
        TimeUse use;
        for (const LaneFigures& l : s.lanes)
            if (t.lanes[l.lane].kind() == kind) {
                ++lanes;
                use += l;
            }
        if (use.whole() == 0) continue;
        text += fmt::format(
            "{}{} {} {:.0f} % busy, {:.0f} % waiting for data, {:.0f} % idle.",
            text.empty() ? "" : " ", lanes == 1 ? one : more,
            lanes == 1 ? "is" : "are", share_percent(use.busy, use.whole()),
            share_percent(use.waiting, use.whole()),
            share_percent(use.idle, use.whole()));
    }
    return text;
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
        s.path_iteration, duration_words(s.path_time),
        duration_words(s.path_span));
    std::vector<std::string> spare;
    for (const PhaseSlack& p : s.slack)
        if (p.critical == 0)
            spare.push_back(
                fmt::format("{} by {}", p.phase, duration_words(p.least)));
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

std::string stretch_words(const Cost& cost) {
    const auto count = cost.recorded.size();
    return fmt::format("{} recorded stretch{}", count, count == 1 ? "" : "es");
}

std::string bytes_words(double bytes) {
    return bytes >= 1e9   ? fmt::format("{:.4g} GB", 1e-9 * bytes)
           : bytes >= 1e6 ? fmt::format("{:.4g} MB", 1e-6 * bytes)
           : bytes >= 1e3 ? fmt::format("{:.4g} kB", 1e-3 * bytes)
                          : fmt::format("{:.4g} B", bytes);
}

double time_per_iteration(const Summary& s) {
    return s.iterations == 0 ? 0
                             : static_cast<double>(s.length()) / s.iterations;
}

std::vector<std::string> lead_sentences(const Timeline& t, const Summary& s) {
    std::vector<std::string> sentences{time_sentence(t, s)};
    if (s.iterations > 0) {
        if (const auto workers = workers_sentence(t, s); !workers.empty())
            sentences.push_back(workers);
        sentences.push_back(exchange_sentence(s));
        if (!s.path.empty()) sentences.push_back(chain_sentence(s));
    }
    if (!t.cost.empty())
        sentences.push_back(fmt::format(
            "Recording changed the time of an iteration by {:+.1f} %, the "
            "median of {} against as many without.",
            t.cost.percent(), stretch_words(t.cost)));
    return sentences;
}

}  // namespace tasuki::trace
