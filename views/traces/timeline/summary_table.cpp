#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/print.hpp"
#include "views/traces/timeline/summary.hpp"

namespace tasuki::trace {

namespace {

double ms(Time time) {
    return 1e-6 * static_cast<double>(time);
}

void print_phases(const Summary& s) {
    io::print("\n  {:<15} {:>4} {:>7} {:>12} {:>12}\n", "phase", "on", "tasks",
              "time [ms]", "each [us]");
    for (const PhaseFigures& p : s.phases)
        io::print("  {:<15} {:>4} {:>7} {:>12.4f} {:>12.2f}\n", p.phase,
                  p.gpu ? "GPU" : "CPU", p.count, ms(p.time),
                  1e3 * ms(p.time) / p.count);
    for (const auto& note : notes_on_phases(s)) io::print("  {}\n", note);
}

void print_workers(const Timeline& t, const Summary& s) {
    io::print("\n  {:<22} {:>7} {:>9} {:>9} {:>9}\n", "worker", "tasks", "busy",
              "for data", "idle");
    for (const LaneFigures& l : s.lanes)
        io::print("  {:<22} {:>7} {:>8.1f}% {:>8.1f}% {:>8.1f}%\n",
                  lane_words(t, l.lane), l.tasks,
                  share_percent(l.busy, s.length()),
                  share_percent(l.waiting, s.length()),
                  share_percent(l.idle, s.length()));
}

void print_exchange(const Timeline& t, const Summary& s) {
    if (s.links.empty()) {
        io::print("\n  exchange   nothing moved between memories or ranks\n");
        return;
    }
    io::print("\n  {:<30} {:>7} {:>12} {:>10}\n", "link", "count", "kB",
              "GB/s");
    for (const LinkFigures& l : s.links)
        io::print("  {:<30} {:>7} {:>12.1f} {:>10.2f}\n",
                  fmt::format("{}{} -> {}",
                              t.ranks > 1 && l.rank >= 0
                                  ? fmt::format("rank {} ", l.rank)
                                  : "",
                              l.source, l.target),
                  l.count, 1e-3 * static_cast<double>(l.bytes), l.rate());
    io::print("  exchange   {:.1f} % of it overlapped with computation\n",
              hidden_percent(s));
}

}  // namespace

void print_summary(const Timeline& t, const Summary& s) {
    io::print("trace of {}\n", t.title);
    io::print(
        "  iterations {} to {}: {:.4g} ms, {:.4g} ms each; {} before and {} "
        "after them not counted\n",
        t.window.first, t.window.last, ms(s.length()),
        s.iterations == 0 ? 0 : ms(s.length()) / s.iterations, s.before,
        s.after);
    if (t.ranks > 1)
        io::print("  clocks     of {} ranks agree within {:.3g} us\n", t.ranks,
                  us(t.clocks_within));
    print_phases(s);
    print_workers(t, s);
    print_exchange(t, s);
    // The page lists all.
    constexpr std::size_t shown = 8;
    std::vector<std::string> steps;
    for (std::size_t k = 0; k < s.path.size(); ++k)
        if (s.path.size() <= shown || k < shown / 2 ||
            k + shown / 2 >= s.path.size())
            steps.push_back(describe(t, s.path[k]));
        else if (k == shown / 2)
            steps.push_back(fmt::format("({} more)", s.path.size() - shown));
    io::print("  longest    chain of iteration {}: {:.4g} ms, {}\n",
              s.path_iteration, ms(s.path_time),
              fmt::format("{}", fmt::join(steps, " > ")));
    if (s.bound.time() > 0)
        io::print(
            "  bound      no schedule of these tasks takes less than {:.4g} ms "
            "({}): {:.1f} % of the time\n",
            ms(s.bound.time()),
            s.bound.by_chain() ? "dependent tasks in a chain"
                               : "work shared out over the workers",
            bound_percent(s));
    if (!t.cost.empty())
        io::print(
            "  recording  cost {:+.1f} % of the time per iteration (median "
            "of {} against as many without, in turns)\n",
            t.cost.percent(), t.cost.recorded.size());
}

}  // namespace tasuki::trace
