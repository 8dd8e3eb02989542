// In Paje's format a head defines by number what a line is and which fields
// stand in it; fields are apart by blanks, and texts may be in quotes.
#include "views/traces/timeline/starpu_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

#include "io/input_error.hpp"
#include "io/number.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::trace {

namespace {

using io::InputError;
using runtime::Recorder;
using Words = std::vector<std::string_view>;

constexpr const char* kFile = "StarPU's event trace";

[[noreturn]] void refuse(int line, std::string_view expected,
                         std::string_view found) {
    throw InputError(kFile, "event", fmt::format("line {}", line), expected,
                     found);
}

Words split(std::string_view line) {
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t') {
            ++at;
            continue;
        }
        const bool quoted = line[at] == '"';
        if (quoted) ++at;
        const auto end = std::min(
            quoted ? line.find('"', at) : line.find_first_of(" \t", at),
            line.size());
        words.push_back(line.substr(at, end - at));
        at = quoted ? end + 1 : end;
    }
    return words;
}

template <class T>
T number(std::string_view word, int line) {
    const auto value = io::parse_number<T>(word);
    if (!value) refuse(line, "a number", word);
    return *value;
}

/// What the head says of one kind of line.
struct Kind {
    std::string_view name;
    std::vector<std::string_view> fields;
};

/// "Time", "Type", ... of a line.
class Event {
  public:
    Event(const Kind& kind, const Words& words, int line)
        : kind_{kind}, words_{words}, line_{line} {}

    std::string_view operator[](std::string_view field) const {
        const auto at = std::ranges::find(kind_.fields, field);
        const auto place =
            static_cast<std::size_t>(at - kind_.fields.begin()) + 1;
        if (at == kind_.fields.end() || place >= words_.size())
            refuse(line_, fmt::format("field {} of {}", field, kind_.name),
                   "none");
        return words_[place];
    }
    template <class T>
    T get(std::string_view field) const {
        return number<T>((*this)[field], line_);
    }

  private:
    const Kind& kind_;
    const Words& words_;
    int line_;
};

/// "mm3": the memory 3; -1 for what is none.
int memory_of(std::string_view container) {
    int memory = -1;
    if (container.starts_with("mm"))
        std::from_chars(container.data() + 2,
                        container.data() + container.size(), memory);
    return memory;
}

/// A moment on both clocks.
struct Mark {
    double theirs = 0;  // [ms]
    std::int64_t ours = 0;
};

struct Link {
    int source, target = -1;
    std::uint64_t bytes;
    bool ahead;
    double start, end = 0;  // [ms]
};

class Reader {
  public:
    void read(std::string_view line, int at) {
        if (line.starts_with('%')) return read_head(line.substr(1), at);
        const auto words = split(line);
        if (words.empty()) return;
        const auto kind = kinds_.find(words[0]);
        if (kind == kinds_.end())
            refuse(at, "a kind of event that the head defines", words[0]);
        const Event event{kind->second, words, at};
        if (kind->second.name == "PajeStartLink") return start_link(event);
        if (kind->second.name == "PajeEndLink") return end_link(event);
        if (kind->second.name == "PajeNewEvent") return mark(event, at);
    }

    std::vector<EventTransfer> transfers() const {
        if (end_.ours == 0)
            throw InputError(
                kFile, "marks of the recorder", "",
                fmt::format("'{}' and '{}'", Recorder::kBegin, Recorder::kEnd),
                "none");
        std::vector<EventTransfer> found;
        for (const Link& link : links_)
            if (link.target >= 0 && link.start >= begin_.theirs &&
                link.start <= end_.theirs)
                found.push_back({link.source, link.target, link.bytes,
                                 link.ahead, ours(link.start), ours(link.end)});
        return found;
    }

  private:
    void read_head(std::string_view line, int at) {
        const auto words = split(line);
        if (words.size() == 3 && words[0] == "EventDef") {
            defined_ = &kinds_[words[2]];
            *defined_ = {words[1], {}};
        } else if (words.size() == 2 && defined_ != nullptr) {
            defined_->fields.push_back(words[0]);
        } else if (words.size() == 1 && words[0] == "EndEventDef") {
            defined_ = nullptr;
        } else {
            refuse(at, "a line of Paje's head", line);
        }
    }

    void start_link(const Event& event) {
        const int source = memory_of(event["StartContainer"]);
        if (source < 0) return;
        open_[event["Key"]] = links_.size();
        links_.push_back({source, -1, event.get<std::uint64_t>("Value"),
                          event["Type"] != "F", event.get<double>("Time")});
    }

    void end_link(const Event& event) {
        const auto found = open_.find(event["Key"]);
        if (found == open_.end()) return;
        links_[found->second].target = memory_of(event["EndContainer"]);
        links_[found->second].end = event.get<double>("Time");
        open_.erase(found);
    }

    void mark(const Event& event, int at) {
        const auto text = event["Value"];
        for (const auto& [name, where] :
             {std::pair{std::string_view{Recorder::kBegin}, &begin_},
              std::pair{std::string_view{Recorder::kEnd}, &end_}}) {
            if (!text.starts_with(name)) continue;
            const auto words = split(text.substr(name.size()));
            if (words.size() != 2)
                refuse(at, "number and time of an interval", text);
            *where = {event.get<double>("Time"),
                      number<std::int64_t>(words[1], at)};
        }
    }

    std::int64_t ours(double theirs) const {
        const double span = end_.theirs - begin_.theirs;
        const double part = span > 0 ? (theirs - begin_.theirs) / span : 0;
        return begin_.ours + std::llround(part * static_cast<double>(
                                                     end_.ours - begin_.ours));
    }

    std::map<std::string_view, Kind> kinds_;
    Kind* defined_ = nullptr;
    std::vector<Link> links_;
    std::unordered_map<std::string_view, std::size_t> open_;
    Mark begin_, end_;
};

}  // namespace

std::vector<EventTransfer> parse_transfers(std::string_view text) {
    Reader reader;
    for (int line = 1; !text.empty(); ++line) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            refuse(line, "the end of a line", "the end of the text");
        reader.read(text.substr(0, end), line);
        text.remove_prefix(end + 1);
    }
    return reader.transfers();
}

}  // namespace tasuki::trace
