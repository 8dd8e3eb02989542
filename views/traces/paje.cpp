// A trace in Paje's format, for ViTE and for pj_dump, which StarVZ and scripts
// in R begin with.
// Source: Schnorr, Paje trace file format 1.3.1 (2015).
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "io/printable.hpp"
#include "views/traces/timeline/iterations.hpp"
#include "views/traces/timeline/phases.hpp"
#include "views/traces/views.hpp"

namespace tasuki::trace {

namespace {

/// What the lines of each kind have, as a Paje file has to say first.
std::string head() {
    const std::pair<const char*, std::string_view> kinds[] = {
        {"DefineContainerType 1", "Alias string,Type string,Name string"},
        {"DefineStateType 3", "Alias string,Type string,Name string"},
        {"DefineVariableType 4", "Alias string,Type string,Name string"},
        {"DefineLinkType 5",
         "Alias string,Type string,StartContainerType string,"
         "EndContainerType string,Name string"},
        {"DefineEntityValue 6",
         "Alias string,Type string,Name string,Color color"},
        {"CreateContainer 7",
         "Time date,Alias string,Type string,Container string,Name string"},
        {"DestroyContainer 8", "Time date,Name string,Type string"},
        {"SetState 10",
         "Time date,Type string,Container string,Value string,Block string,"
         "Iteration string"},
        {"SetVariable 13",
         "Time date,Type string,Container string,Value double"},
        {"StartLink 18",
         "Time date,Type string,Container string,Value string,"
         "StartContainer string,Key string"},
        {"EndLink 19",
         "Time date,Type string,Container string,Value string,"
         "EndContainer string,Key string"}};
    std::string text;
    for (const auto& [kind, fields] : kinds) {
        text += fmt::format("%EventDef Paje{}\n% ", kind);
        for (const char c : fields)
            text += c == ',' ? std::string{"\n% "} : std::string{c};
        text += "\n%EndEventDef\n";
    }
    return text;
}

/// pj_dump refuses a file with an empty text.
std::string in_quotes(std::string_view text) {
    auto shown = io::printable(text.empty() ? "-" : text);
    std::ranges::replace(shown, '"', '\'');
    return '"' + shown + '"';
}

/// A line of the body, and when it is; lines have to be in order of time.
struct Event {
    Time time;
    int after;  ///< of several at one time: what ends comes before what begins
    std::string text;
};

double ms(Time time) {
    return 1e-6 * static_cast<double>(time);
}

class PajeWriter {
  public:
    explicit PajeWriter(const Timeline& t) : t_{t} {}

    std::string write() {
        text_ = head();
        define();
        create();
        iterations_row();
        lanes();
        links();
        ready();
        std::ranges::stable_sort(events_, {}, [](const Event& e) {
            return std::pair{e.time, e.after};
        });
        for (const Event& event : events_) text_ += event.text;
        destroy();
        return std::move(text_);
    }

  private:
    void value(std::string_view alias, std::string_view type,
               std::string_view name, Colour c) {
        text_ += fmt::format("6 {} {} {} \"{:.3f} {:.3f} {:.3f}\"\n", alias,
                             type, in_quotes(name), c.red / 255.,
                             c.green / 255., c.blue / 255.);
    }

    void define() {
        text_ +=
            "1 Run 0 \"Run\"\n"
            "1 Stream Run \"Iterations\"\n"
            "1 Rank Run \"Rank\"\n"
            "1 Worker Rank \"Worker\"\n"
            "1 Memory Rank \"Memory\"\n"
            "1 Network Rank \"Network\"\n"
            "3 Phase Worker \"Phase\"\n"
            "3 Iteration Stream \"Iteration\"\n"
            "4 Ready Rank \"Ready tasks\"\n"
            "5 Transfer Rank Memory Memory \"Transfer\"\n"
            "5 Message Run Network Network \"Message\"\n";
        value("idle", "Phase", "idle", {255, 255, 255});
        std::set<std::string> others;
        for (const PhaseStyle& style : kPhaseStyles)
            if (style.phase != "exchange")
                value(style.phase, "Phase", style.phase, style.colour);
        for (const Task& task : t_.tasks)
            if (place_of(task.phase) == kPhaseStyles.size() &&
                others.insert(task.phase).second)
                value(in_quotes(task.phase), "Phase", task.phase,
                      kOtherStyle.colour);
        value("none", "Iteration", "none", {255, 255, 255});
        value("warm-up", "Iteration", "warm-up", {190, 190, 190});
        value("run-out", "Iteration", "run-out", {190, 190, 190});
        value("even", "Iteration", "even iteration", {110, 150, 200});
        value("odd", "Iteration", "odd iteration", {170, 200, 235});
    }

    void container(std::string_view alias, std::string_view type,
                   std::string_view in, std::string_view name) {
        text_ += fmt::format("7 0.000000 {} {} {} {}\n", alias, type, in,
                             in_quotes(name));
        destroyed_.push_back(
            fmt::format("8 {:.6f} {} {}\n", ms(t_.length), alias, type));
    }

    std::string lane(int k) const { return fmt::format("w{}", k); }
    std::string memory(int k) const { return fmt::format("m{}", k); }
    std::string network(int k) const { return fmt::format("n{}", k); }

    void create() {
        container("run", "Run", "0", "run");
        container("it", "Stream", "run", "iterations");
        std::set<int> used;
        for (const Transfer& m : t_.transfers)
            used.insert({m.source, m.target});
        for (int r = 0; r < t_.ranks; ++r) {
            const auto rank = fmt::format("r{}", r);
            container(rank, "Rank", "run", fmt::format("rank {}", r));
            for (std::size_t k = 0; k < t_.lanes.size(); ++k)
                if (t_.lanes[k].rank == r)
                    container(lane(static_cast<int>(k)), "Worker", rank,
                              t_.lanes[k].name);
            for (const int k : used)
                if (t_.nodes[k].rank == r)
                    container(memory(k), "Memory", rank,
                              "memory of " + t_.nodes[k].name);
            if (!t_.messages.empty())
                container(network(r), "Network", rank, "messages");
        }
    }

    void destroy() {
        for (auto line = destroyed_.rbegin(); line != destroyed_.rend(); ++line)
            text_ += *line;
    }

    void state(Time time, int after, std::string_view type, std::string_view in,
               std::string_view what, std::string_view block, int iteration) {
        events_.push_back(
            {time, after,
             fmt::format("10 {:.6f} {} {} {} {} {}\n", ms(time), type, in, what,
                         in_quotes(block), iteration)});
    }

    /// Iterations overlap; each is shown from when the one before it was done
    /// to when it is.
    void iterations_row() {
        state(0, 0, "Iteration", "it", "none", "", -1);
        const auto spans = iterations(t_);
        if (spans.empty()) return;
        Time at = spans.front().start;
        for (const auto& span : spans) {
            if (span.end <= at) continue;
            state(at, 1, "Iteration", "it",
                  !t_.measured(span.number) ? role_of(t_, span.number)
                  : span.number % 2 == 0    ? "even"
                                            : "odd",
                  "", span.number);
            at = span.end;
        }
        state(at, 0, "Iteration", "it", "none", "", -1);
    }

    void lanes() {
        for (std::size_t k = 0; k < t_.lanes.size(); ++k)
            state(0, 0, "Phase", lane(static_cast<int>(k)), "idle", "", -1);
        for (const Wait& wait : t_.waits) {
            state(wait.start, 1, "Phase", lane(wait.lane), "waiting", "", -1);
            state(wait.end, 0, "Phase", lane(wait.lane), "idle", "", -1);
        }
        for (const Task& task : t_.tasks) {
            const bool other = place_of(task.phase) == kPhaseStyles.size();
            auto where = task.block < 0 ? "" : fmt::format("{}", task.block);
            if (!task.faces.empty()) where += ' ' + task.faces;
            state(task.start, 2, "Phase", lane(task.lane),
                  other ? in_quotes(task.phase) : task.phase, where,
                  task.iteration);
            state(task.end, 0, "Phase", lane(task.lane), "idle", "", -1);
        }
    }

    /// An arrow from one container to another.
    void link(const std::string& key, std::string_view type,
              std::string_view what, std::string_view in, Time start,
              std::string_view source, Time end, std::string_view target) {
        const auto add = [&](int event, Time time, std::string_view at) {
            events_.push_back({time, 3 + event,
                               fmt::format("{} {:.6f} {} {} {} {} {}\n", event,
                                           ms(time), type, in, what, at, key)});
        };
        add(18, start, source);
        add(19, end, target);
    }

    void links() {
        for (std::size_t k = 0; k < t_.transfers.size(); ++k) {
            const Transfer& m = t_.transfers[k];
            link(fmt::format("t{}", k), "Transfer", "transfer",
                 fmt::format("r{}", t_.nodes[m.source].rank), m.start,
                 memory(m.source), m.end, memory(m.target));
        }
        for (std::size_t k = 0; k < t_.messages.size(); ++k) {
            const Message& m = t_.messages[k];
            link(fmt::format("m{}", k), "Message", "message", "run", m.start,
                 network(m.source), m.end, network(m.target));
        }
    }

    void ready() {
        for (std::size_t rank = 0; rank < t_.ready.size(); ++rank)
            for (const Sample& s : t_.ready[rank])
                events_.push_back({s.time, 0,
                                   fmt::format("13 {:.6f} Ready r{} {}\n",
                                               ms(s.time), rank, s.value)});
    }

    const Timeline& t_;
    std::string text_;
    std::vector<Event> events_;
    std::vector<std::string> destroyed_;
};

}  // namespace

std::string to_paje(const Timeline& timeline) {
    return PajeWriter{timeline}.write();
}

}  // namespace tasuki::trace
