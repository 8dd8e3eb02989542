#include "views/traces/timeline/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/csv.hpp"
#include "io/input_error.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "views/traces/timeline/folder.hpp"

namespace tasuki::trace {

namespace {

using io::InputError;

/// The first one did not tell which tasks were captured, and the second one
/// called these replayed.
constexpr int kFirstFormat = 1, kFormat = 3;

constexpr const char* kTasks[kFormat] = {
    "task,rank,worker,lane,phase,block,faces,iteration,measured,priority,"
    "submitted_ns,ready_ns,start_ns,end_ns,flops,bytes,after,after_messages",
    "task,rank,worker,lane,phase,block,faces,iteration,measured,priority,"
    "submitted_ns,ready_ns,start_ns,end_ns,flops,bytes,after,after_messages,"
    "replayed",
    "task,rank,worker,lane,phase,block,faces,iteration,measured,priority,"
    "submitted_ns,ready_ns,start_ns,end_ns,flops,bytes,after,after_messages,"
    "captured"};
constexpr const char* kMessages =
    "message,source,target,tag,iteration,bytes,start_ns,end_ns,after";
constexpr const char* kTransfers =
    "rank,source,target,source_node,target_node,bytes,ahead,start_ns,end_ns";
constexpr const char* kWaits = "rank,worker,lane,task,start_ns,end_ns";
constexpr const char* kReady = "rank,time_ns,ready";

std::string tasks_csv(const Timeline& t) {
    std::string text = fmt::format("{}\n", kTasks[kFormat - 1]);
    for (std::size_t k = 0; k < t.tasks.size(); ++k) {
        const Task& task = t.tasks[k];
        const Lane& lane = t.lanes[task.lane];
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", k,
            lane.rank, io::csv_field(lane.name), task.lane,
            io::csv_field(task.phase), task.block, io::csv_field(task.faces),
            task.iteration, t.measured(task.iteration) ? 1 : 0, task.priority,
            task.submitted, task.ready, task.start, task.end, task.flops,
            task.bytes, fmt::join(task.after, " "),
            fmt::join(task.after_messages, " "), task.captured ? 1 : 0);
    }
    return text;
}

std::string messages_csv(const Timeline& t) {
    std::string text = fmt::format("{}\n", kMessages);
    for (std::size_t k = 0; k < t.messages.size(); ++k) {
        const Message& m = t.messages[k];
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", k, m.source,
                            m.target, m.tag, m.iteration, m.bytes, m.start,
                            m.end, fmt::join(m.after, " "));
    }
    return text;
}

std::string transfers_csv(const Timeline& t) {
    std::string text = fmt::format("{}\n", kTransfers);
    for (const Transfer& m : t.transfers)
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{}\n", t.nodes[m.source].rank,
                        io::csv_field(t.nodes[m.source].name),
                        io::csv_field(t.nodes[m.target].name), m.source,
                        m.target, m.bytes, m.ahead ? 1 : 0, m.start, m.end);
    return text;
}

std::string waits_csv(const Timeline& t) {
    std::string text = fmt::format("{}\n", kWaits);
    for (const Wait& w : t.waits)
        text += fmt::format("{},{},{},{},{},{}\n", t.lanes[w.lane].rank,
                            io::csv_field(t.lanes[w.lane].name), w.lane, w.task,
                            w.start, w.end);
    return text;
}

std::string ready_csv(const Timeline& t) {
    std::string text = fmt::format("{}\n", kReady);
    for (std::size_t rank = 0; rank < t.ready.size(); ++rank)
        for (const Sample& s : t.ready[rank])
            text += fmt::format("{},{},{}\n", rank, s.time, s.value);
    return text;
}

std::size_t count_samples(const Timeline& t) {
    std::size_t count = 0;
    for (const auto& samples : t.ready) count += samples.size();
    return count;
}

Json run_json(const Timeline& t) {
    Json j{{"tasuki_trace", kFormat},
           {"complete", true},
           {"title", t.title},
           {"command", t.command},
           {"version", t.version},
           {"ranks", t.ranks},
           {"window", {t.window.first, t.window.last}},
           {"cost", {{"plain", t.cost.plain}, {"recorded", t.cost.recorded}}},
           {"clocks_within_ns", t.clocks_within},
           {"length_ns", t.length},
           {"rows",
            {{"tasks", t.tasks.size()},
             {"messages", t.messages.size()},
             {"transfers", t.transfers.size()},
             {"waits", t.waits.size()},
             {"ready", count_samples(t)}}},
           {"lanes", Json::array()},
           {"nodes", Json::array()}};
    for (const Lane& l : t.lanes)
        j["lanes"].push_back({{"rank", l.rank},
                              {"gpu", l.gpu},
                              {"for_faces", l.for_faces},
                              {"device", l.device},
                              {"threads", l.threads},
                              {"node", l.node},
                              {"name", l.name},
                              {"background", l.background}});
    for (const Node& n : t.nodes)
        j["nodes"].push_back({{"rank", n.rank}, {"name", n.name}});
    return j;
}

/// Sizes are checked by whoever uses what refers to them.
struct Rows {
    int format;
    std::size_t tasks, messages, transfers, waits, ready;
};

void check_range(const std::string& file, std::string_view what, int value,
                 std::size_t end) {
    if (value < 0 || static_cast<std::size_t>(value) >= end)
        throw InputError(file, what, "", fmt::format("0 to {}", end - 1),
                         fmt::format("{}", value));
}

/// Sums of times within a day, far beyond what anybody records, are Times.
Time time_of(const io::CsvRow& row, std::size_t k) {
    constexpr Time day = 86'400'000'000'000;
    const auto time = row.number<Time>(k);
    if (time < -day || time > day)
        row.refuse("nanoseconds of a day at most", row.text(k));
    return time;
}

double amount_of(const io::CsvRow& row, std::size_t k) {
    const auto amount = row.number<double>(k);
    if (!(amount >= 0 && amount < 1e30))
        row.refuse("a number from 0 to 1e30", row.text(k));
    return amount;
}

std::string why_incomplete(const std::string& file) {
    const auto folder = std::filesystem::path{file}.parent_path();
    std::error_code ignored;
    if (std::filesystem::exists(folder / kRecordsFile, ignored))
        return fmt::format(
            "a trace without tables, which `tasuki trace report {}` makes",
            folder.string());
    return "a trace whose run was interrupted";
}

Rows read_run(const std::string& file, Timeline& t) {
    std::ifstream stream{file};
    if (!stream)
        throw InputError(file, "trace", "",
                         "a folder of --trace, with this file",
                         std::strerror(errno));
    try {
        const auto j = Json::parse(stream);
        const auto& format = j.at("tasuki_trace");
        if (!(format >= kFirstFormat && format <= kFormat))
            throw InputError(file, "tasuki_trace", "",
                             fmt::format("{} to {}", kFirstFormat, kFormat),
                             format.dump());
        if (j.at("complete") != true)
            throw InputError(file, "complete", "", "true",
                             why_incomplete(file));
        t.title = j.at("title");
        t.command = j.at("command");
        t.version = j.at("version");
        t.ranks = j.at("ranks");
        // Each has a worker at least.
        check_range(file, "ranks", t.ranks, j.at("lanes").size() + 1);
        t.window.first = j.at("window").at(0);
        t.window.last = j.at("window").at(1);
        check_range(file, "end of the window", t.window.last, 1u << 30);
        check_range(file, "begin of the window", t.window.first,
                    t.window.last + 1u);
        t.cost.plain = j.at("cost").at("plain").get<std::vector<double>>();
        t.cost.recorded =
            j.at("cost").at("recorded").get<std::vector<double>>();
        if (t.cost.plain.size() != t.cost.recorded.size())
            throw InputError(file, "cost", "",
                             "as many plain times as recorded ones",
                             j.at("cost").dump());
        t.clocks_within = j.at("clocks_within_ns");
        t.length = j.at("length_ns");
        for (const auto& n : j.at("nodes")) {
            t.nodes.push_back({n.at("rank"), n.at("name")});
            check_range(file, "rank of a node", t.nodes.back().rank, t.ranks);
        }
        for (const auto& l : j.at("lanes")) {
            t.lanes.push_back({l.at("rank"), l.at("gpu"), l.at("for_faces"),
                               l.at("device"), l.at("threads"), l.at("node"),
                               l.at("name"), l.value("background", false)});
            check_range(file, "rank of a lane", t.lanes.back().rank, t.ranks);
            check_range(file, "node of a lane", t.lanes.back().node,
                        t.nodes.size());
        }
        const auto& rows = j.at("rows");
        return {format,
                rows.at("tasks"),
                rows.at("messages"),
                rows.at("transfers"),
                rows.at("waits"),
                rows.at("ready")};
    } catch (const Json::ParseError& e) {
        throw InputError(file, "trace", fmt::format("byte {}", e.byte), "JSON",
                         "something else, or a part of it");
    } catch (const Json::Error& e) {
        throw InputError(file, "trace", "", "what tasuki --trace writes",
                         e.what());
    }
}

void read_tasks(const std::string& file, const Rows& rows, Timeline& t) {
    const bool first = rows.format == kFirstFormat;
    for (const io::CsvRow& row :
         io::read_csv(file, kTasks[rows.format - 1], rows.tasks)) {
        Task task{row.text(4),
                  row.place(3, t.lanes.size()),
                  row.number<int>(5),
                  row.text(6),
                  row.number<int>(7),
                  row.number<int>(9),
                  amount_of(row, 14),
                  row.number<std::uint64_t>(15),
                  time_of(row, 10),
                  time_of(row, 11),
                  time_of(row, 12),
                  time_of(row, 13),
                  !first && row.place(18, 2) == 1,
                  row.places(16, rows.tasks),
                  row.places(17, rows.messages)};
        if (task.end < task.start)
            row.refuse("an end after the start", row.text(13));
        t.tasks.push_back(std::move(task));
    }
}

void read_messages(const std::string& file, const Rows& rows, Timeline& t) {
    const auto ranks = static_cast<std::size_t>(t.ranks);
    for (const io::CsvRow& row : io::read_csv(file, kMessages, rows.messages))
        t.messages.push_back({row.place(1, ranks), row.place(2, ranks),
                              row.number<std::int64_t>(3), row.number<int>(4),
                              row.number<std::uint64_t>(5), time_of(row, 6),
                              time_of(row, 7), row.places(8, rows.tasks)});
}

void read_transfers(const std::string& file, const Rows& rows, Timeline& t) {
    for (const io::CsvRow& row : io::read_csv(file, kTransfers, rows.transfers))
        t.transfers.push_back(
            {row.place(3, t.nodes.size()), row.place(4, t.nodes.size()),
             row.number<std::uint64_t>(5), row.place(6, 2) == 1,
             time_of(row, 7), time_of(row, 8)});
}

void read_waits(const std::string& file, const Rows& rows, Timeline& t) {
    for (const io::CsvRow& row : io::read_csv(file, kWaits, rows.waits))
        t.waits.push_back({row.place(2, t.lanes.size()),
                           row.place(3, rows.tasks), time_of(row, 4),
                           time_of(row, 5)});
}

void read_ready(const std::string& file, const Rows& rows, Timeline& t) {
    t.ready.resize(static_cast<std::size_t>(t.ranks));
    for (const io::CsvRow& row : io::read_csv(file, kReady, rows.ready))
        t.ready[row.place(0, t.ready.size())].push_back(
            {time_of(row, 1), amount_of(row, 2)});
}

}  // namespace

std::map<std::string, std::string> to_tables(const Timeline& t) {
    return {{kRunFile, run_json(t).dump(2) + '\n'},
            {"tasks.csv", tasks_csv(t)},
            {"messages.csv", messages_csv(t)},
            {"transfers.csv", transfers_csv(t)},
            {"waits.csv", waits_csv(t)},
            {"ready.csv", ready_csv(t)}};
}

Timeline read_folder(const std::string& folder) {
    const auto in = [&folder](const char* name) {
        return (std::filesystem::path{folder} / name).string();
    };
    Timeline t;
    const Rows rows = read_run(in(kRunFile), t);
    read_tasks(in("tasks.csv"), rows, t);
    read_messages(in("messages.csv"), rows, t);
    read_transfers(in("transfers.csv"), rows, t);
    read_waits(in("waits.csv"), rows, t);
    read_ready(in("ready.csv"), rows, t);
    return t;
}

}  // namespace tasuki::trace
