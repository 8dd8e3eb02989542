// A trace for Perfetto and for Chrome's tracing page.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "json/json.hpp"
#include "views/traces/timeline/iterations.hpp"
#include "views/traces/timeline/phases.hpp"
#include "views/traces/views.hpp"

namespace tasuki::trace {

namespace {

/// Rows for things that overlap: each goes to the first row that is free.
class Rows {
  public:
    int place(Time start, Time end) {
        for (std::size_t k = 0; k < free_.size(); ++k)
            if (free_[k] <= start) {
                free_[k] = end;
                return static_cast<int>(k);
            }
        free_.push_back(end);
        return static_cast<int>(free_.size()) - 1;
    }

  private:
    std::vector<Time> free_;
};

class Writer {
  public:
    explicit Writer(const Timeline& t) : t_{t} {}

    std::string write() {
        iterations_process();
        for (int r = 0; r < t_.ranks; ++r)
            process(r, fmt::format("rank {}", r), r + 1);
        lanes();
        tasks();
        transfers();
        messages();
        ready();
        // Viewers may rely on it; what encloses stands before what is inside.
        std::ranges::stable_sort(events_, [](const auto& a, const auto& b) {
            return std::pair{a.time, -a.duration} <
                   std::pair{b.time, -b.duration};
        });
        std::string text = "{\"displayTimeUnit\": \"ns\",\n\"otherData\": ";
        text += Json{{"title", t_.title},
                     {"command", t_.command},
                     {"version", t_.version}}
                    .dump();
        text += ",\n\"traceEvents\": [\n";
        for (const auto& line : names_) text += line.dump() + ",\n";
        for (std::size_t k = 0; k < events_.size(); ++k)
            text += events_[k].json.dump() +
                    (k + 1 < events_.size() ? ",\n" : "\n");
        return text + "]}\n";
    }

  private:
    struct Event {
        Time time, duration;
        Json json;
    };
    /// Threads of a rank behind its workers.
    static constexpr int kFirstTransfer = 1000, kFirstSent = 2000,
                         kFirstReceived = 3000;

    int iterations_pid() const { return t_.ranks; }

    void meta(const char* what, int pid, int tid, Json args) {
        names_.push_back({{"ph", "M"},
                          {"name", what},
                          {"pid", pid},
                          {"tid", tid},
                          {"args", std::move(args)}});
    }
    void process(int pid, const std::string& name, int place) {
        meta("process_name", pid, 0, {{"name", name}});
        meta("process_sort_index", pid, 0, {{"sort_index", place}});
    }
    void thread(int pid, int tid, const std::string& name) {
        if (!named_.emplace(std::pair{pid, tid}, true).second) return;
        meta("thread_name", pid, tid, {{"name", name}});
        meta("thread_sort_index", pid, tid, {{"sort_index", tid}});
    }

    void slice(int pid, int tid, const std::string& name,
               const PhaseStyle& style, Time start, Time end, Json args) {
        args["colour"] = hex(style.colour);
        events_.push_back({start,
                           end - start,
                           {{"ph", "X"},
                            {"name", name},
                            {"cat", style.phase},
                            {"pid", pid},
                            {"tid", tid},
                            {"ts", us(start)},
                            {"dur", us(end - start)},
                            {"cname", style.chrome},
                            {"args", std::move(args)}}});
    }

    void counter(int pid, const std::string& name, Time time, double value,
                 const char* unit) {
        events_.push_back({time,
                           0,
                           {{"ph", "C"},
                            {"name", name},
                            {"pid", pid},
                            {"ts", us(time)},
                            {"args", {{unit, value}}}}});
    }

    void iterations_process() {
        process(iterations_pid(), "iterations", 0);
        Rows rows;
        for (const auto& span : iterations(t_)) {
            const int tid = rows.place(span.start, span.end);
            thread(iterations_pid(), tid, fmt::format("in flight {}", tid + 1));
            slice(iterations_pid(), tid,
                  fmt::format("{} {}", role_of(t_, span.number), span.number),
                  kOtherStyle, span.start, span.end,
                  {{"iteration", span.number}});
        }
    }

    void lanes() {
        for (std::size_t k = 0; k < t_.lanes.size(); ++k)
            thread(t_.lanes[k].rank, static_cast<int>(k), t_.lanes[k].name);
    }

    void tasks() {
        for (const Task& task : t_.tasks) {
            const PhaseStyle& style = style_of(task.phase);
            Json args{{"iteration", task.iteration},
                      {"counts", t_.measured(task.iteration)},
                      {"block", task.block},
                      {"faces", task.faces},
                      {"bytes", task.bytes},
                      {"ready_us_before", us(task.start - task.ready)}};
            if (task.captured) args["captured"] = true;
            if (task.flops > 0 && task.duration() > 0)
                args["gflops"] =
                    task.flops / static_cast<double>(task.duration());
            slice(t_.lanes[task.lane].rank, task.lane, task.phase, style,
                  task.start, task.end, std::move(args));
        }
        for (const Wait& wait : t_.waits)
            slice(t_.lanes[wait.lane].rank, wait.lane, "waiting",
                  style_of("waiting"), wait.start, wait.end,
                  {{"for", t_.tasks[wait.task].phase}});
    }

    struct Moved {
        Time start, end;
        std::uint64_t bytes;
    };
    /// What goes from one memory or rank to another.
    struct Way {
        int number;  ///< of the ways, as they come
        Rows rows{};
        std::vector<Moved> moved{};
    };
    using Ways = std::map<std::pair<int, int>, Way>;

    static Way& way(Ways& ways, int source, int target) {
        return ways
            .try_emplace({source, target}, Way{static_cast<int>(ways.size())})
            .first->second;
    }

    /// Sum of the rates of what is under way.
    void throughput(int pid, const std::string& name, const Way& way) {
        std::map<Time, double> steps;
        for (const auto& [start, end, bytes] : way.moved) {
            const Time least_end = std::max(end, start + 1);
            const double rate = static_cast<double>(bytes) /
                                static_cast<double>(least_end - start);
            steps[start] += rate;  // [GB/s]
            steps[least_end] -= rate;
        }
        double now = 0;
        for (const auto& [time, step] : steps) {
            now += step;
            counter(pid, name, time, now < 1e-9 ? 0 : now, "GB/s");
        }
    }

    void transfers() {
        const auto name_of = [this](int source, int target) {
            return fmt::format("{} -> {}", t_.nodes[source].name,
                               t_.nodes[target].name);
        };
        Ways ways;
        for (const Transfer& m : t_.transfers) {
            const Node &from = t_.nodes[m.source], &to = t_.nodes[m.target];
            Way& link = way(ways, m.source, m.target);
            const int tid = kFirstTransfer + 20 * link.number +
                            std::min(link.rows.place(m.start, m.end), 19);
            const auto name = name_of(m.source, m.target);
            thread(from.rank, tid, name);
            slice(from.rank, tid, name, style_of("exchange"), m.start, m.end,
                  {{"bytes", m.bytes},
                   {"source", from.name},
                   {"target", to.name},
                   {"ahead", m.ahead}});
            link.moved.push_back({m.start, m.end, m.bytes});
        }
        for (const auto& [ends, link] : ways)
            throughput(t_.nodes[ends.first].rank,
                       name_of(ends.first, ends.second), link);
    }

    void flow(const char* what, int id, int pid, int tid, Time time) {
        Json j{{"ph", what},    {"name", "message"}, {"cat", "exchange"},
               {"id", id},      {"pid", pid},        {"tid", tid},
               {"ts", us(time)}};
        if (*what == 'f') j["bp"] = "e";
        events_.push_back({time, 0, std::move(j)});
    }

    void messages() {
        std::vector<Rows> sent(t_.ranks), received(t_.ranks);
        Ways ways;
        for (std::size_t k = 0; k < t_.messages.size(); ++k) {
            const Message& m = t_.messages[k];
            const Time end = std::max(m.end, m.start + 1);
            const Json args{{"bytes", m.bytes},
                            {"source", m.source},
                            {"target", m.target},
                            {"tag", m.tag},
                            {"iteration", m.iteration}};
            const int out = kFirstSent + sent[m.source].place(m.start, end);
            const int in =
                kFirstReceived + received[m.target].place(m.start, end);
            thread(m.source, out, "messages sent");
            thread(m.target, in, "messages received");
            slice(m.source, out, fmt::format("to rank {}", m.target),
                  style_of("exchange"), m.start, end, args);
            slice(m.target, in, fmt::format("from rank {}", m.source),
                  style_of("exchange"), m.start, end, args);
            // Within the slices, to which a viewer ties its ends.
            flow("s", static_cast<int>(k), m.source, out, m.start);
            flow("f", static_cast<int>(k), m.target, in, end - 1);
            way(ways, m.source, m.target)
                .moved.push_back({m.start, end, m.bytes});
        }
        for (const auto& [ends, link] : ways)
            throughput(
                ends.first,
                fmt::format("rank {} -> rank {}", ends.first, ends.second),
                link);
    }

    void ready() {
        for (std::size_t rank = 0; rank < t_.ready.size(); ++rank)
            for (const Sample& s : t_.ready[rank])
                counter(static_cast<int>(rank), "ready tasks", s.time, s.value,
                        "tasks");
    }

    const Timeline& t_;
    std::vector<Json> names_;
    std::map<std::pair<int, int>, bool> named_;
    std::vector<Event> events_;
};

}  // namespace

std::string to_chrome(const Timeline& timeline) {
    return Writer{timeline}.write();
}

}  // namespace tasuki::trace
