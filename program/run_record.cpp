#include "program/run_record.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::trace {

namespace {

using runtime::BufferUse, runtime::ClockReading, runtime::MessageRecord,
    runtime::RankRecord, runtime::TaskRecord, runtime::TraceLane;

Json to_json(const ClockReading& c) {
    return {c.local, c.ahead, c.within};
}

Json to_json(const BufferUse& b) {
    return {b.handle, b.reads, b.writes, b.bytes};
}

ClockReading clock_from(const Json& j) {
    return {j.at(0), j.at(1), j.at(2)};
}

BufferUse buffer_from(const Json& j) {
    return {j.at(0), j.at(1), j.at(2), j.at(3)};
}

Json to_json(const TaskRecord& t) {
    Json buffers = Json::array();
    for (const auto& b : t.buffers) buffers.push_back(to_json(b));
    return {
        {"order", t.order},
        {"name", t.name},
        {"iteration", t.iteration},
        {"label", {t.label.part, t.label.of_part}},
        {"priority", t.priority},
        {"flops", t.flops},
        {"buffers", buffers},
        {"worker", t.worker},
        {"captured", t.captured},
        {"beside", t.beside},
        {"times",
         {t.submitted, t.ready, t.fetch_begin, t.fetch_end, t.start, t.end}}};
}

TaskRecord task_from(const Json& j) {
    TaskRecord t{j.at("order"),
                 j.at("name"),
                 j.at("iteration"),
                 {j.at("label").at(0), j.at("label").at(1)},
                 j.at("priority"),
                 j.at("flops"),
                 {},
                 j.at("worker")};
    for (const auto& b : j.at("buffers")) t.buffers.push_back(buffer_from(b));
    std::int64_t* const times[] = {&t.submitted, &t.ready, &t.fetch_begin,
                                   &t.fetch_end, &t.start, &t.end};
    for (std::size_t k = 0; k < std::size(times); ++k)
        *times[k] = j.at("times").at(k);
    t.captured = j.value(
        "captured", j.value("replayed", false));  // older records have none
    t.beside = j.value("beside", false);
    return t;
}

Json to_json(const MessageRecord& m) {
    return {{"order", m.order},         {"sends", m.sends},
            {"peer", m.peer},           {"tag", m.tag},
            {"iteration", m.iteration}, {"buffer", to_json(m.buffer)},
            {"submitted", m.submitted}, {"done", m.done}};
}

MessageRecord message_from(const Json& j) {
    return {j.at("order"),     j.at("sends"),     j.at("peer"),
            j.at("tag"),       j.at("iteration"), buffer_from(j.at("buffer")),
            j.at("submitted"), j.at("done")};
}

Json to_json(const TraceLane& l) {
    return {{"worker", l.worker}, {"gpu", l.gpu},         {"urgent", l.urgent},
            {"device", l.device}, {"threads", l.threads}, {"memory", l.memory}};
}

TraceLane lane_from(const Json& j) {
    return {j.at("worker"), j.at("gpu"),     j.at("urgent"),
            j.at("device"), j.at("threads"), j.at("memory")};
}

template <class T>
Json array_of(const std::vector<T>& values) {
    Json all = Json::array();
    for (const T& value : values) all.push_back(to_json(value));
    return all;
}

}  // namespace

std::string to_text(const RunRecord& r) {
    Json parts = Json::array();
    for (const auto& [number, name] : r.parts) parts.push_back({number, name});
    const Json j{{"title", r.title},
                 {"command", r.command},
                 {"version", r.version},
                 {"window", {r.window.first, r.window.last}},
                 {"seconds_plain", r.cost.plain},
                 {"seconds_recorded", r.cost.recorded},
                 {"parts", parts}};
    return j.dump();
}

RunRecord parse_run_record(const std::string& text) {
    try {
        const auto j = Json::parse(text);
        RunRecord r{j.at("title"),
                    j.at("command"),
                    j.at("version"),
                    {j.at("window").at(0), j.at("window").at(1)},
                    {j.at("seconds_plain").get<std::vector<double>>(),
                     j.at("seconds_recorded").get<std::vector<double>>()},
                    {}};
        for (const auto& part : j.at("parts"))
            r.parts[part.at(0).get<std::uint32_t>()] =
                part.at(1).get<std::string>();
        return r;
    } catch (const Json::Error& e) {
        throw runtime::UsageError(
            fmt::format("expected the record of a run, found {}", e.what()));
    }
}

std::string to_text(const RankRecord& r) {
    return Json{
        {"lanes", array_of(r.lanes)}, {"before", to_json(r.before)},
        {"after", to_json(r.after)},  {"interval", {r.begin, r.end}},
        {"tasks", array_of(r.tasks)}, {"messages", array_of(r.messages)},
        {"events", r.events}}
        .dump();
}

RankRecord parse_rank_record(const std::string& text) {
    try {
        const Json j = Json::parse(text);
        RankRecord r;
        for (const auto& l : j.at("lanes")) r.lanes.push_back(lane_from(l));
        r.before = clock_from(j.at("before"));
        r.after = clock_from(j.at("after"));
        r.begin = j.at("interval").at(0);
        r.end = j.at("interval").at(1);
        for (const auto& t : j.at("tasks")) r.tasks.push_back(task_from(t));
        for (const auto& m : j.at("messages"))
            r.messages.push_back(message_from(m));
        r.events = j.at("events");
        return r;
    } catch (const Json::Error& e) {
        throw runtime::UsageError(
            fmt::format("expected the record of a rank, found {}", e.what()));
    }
}

std::vector<RankRecord> read_all(runtime::Recorder& recorder,
                                 const runtime::Ranks& ranks) {
    std::vector<RankRecord> records;
    auto own = recorder.read();
    if (!ranks.several()) {
        records.push_back(std::move(own));
        return records;
    }
    for (const auto& text : ranks.collect(to_text(own)))
        records.push_back(parse_rank_record(text));
    return records;
}

}  // namespace tasuki::trace
