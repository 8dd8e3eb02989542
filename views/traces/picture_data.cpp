#include "views/traces/picture_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "json/json.hpp"
#include "views/traces/picture_rows.hpp"
#include "views/traces/timeline/iterations.hpp"
#include "views/traces/timeline/phases.hpp"

namespace tasuki::trace {

namespace {

using Kind = PictureRow::Kind;

/// JSON may say the same with characters that mean nothing in HTML and XML.
std::string in_page(const Json& data) {
    std::string text;
    for (const char c : data.dump(-1, Json::Characters::ascii))
        if (c == '<' || c == '>' || c == '&')
            text += fmt::format("\\u{:04x}", c);
        else
            text += c;
    return text;
}

class PictureMaker {
  public:
    PictureMaker(const Timeline& t, const Summary& s,
                 const PictureLimits& limits)
        : t_{t}, s_{s}, limits_{limits} {}

    PictureData data() {
        find_last();
        Json rows = Json::array();
        for (const PictureRow& row : picture_rows(t_))
            rows.push_back({static_cast<int>(row.kind), row.rank, row.name,
                            row.lane, items(row)});
        out_.json = in_page({{"length", t_.length},
                             {"ranks", t_.ranks},
                             {"begin", s_.begin},
                             {"end", s_.end},
                             {"rows", std::move(rows)},
                             {"classes", classes_},
                             {"phases", phases_},
                             {"waits", waits()},
                             {"iterations", spans()},
                             {"after", after()},
                             {"path", path()},
                             {"exchange", hex(style_of("exchange").colour)},
                             {"waiting", hex(style_of("waiting").colour)}});
        return std::move(out_);
    }

  private:
    /// The last iteration with which the tasks are within the limit; the first
    /// of all is always there.
    void find_last() {
        std::map<int, std::size_t> counts;
        for (const Task& task : t_.tasks) ++counts[task.iteration];
        bool first = true;
        for (const auto& [number, count] : counts) {
            if (!first && out_.tasks + count > limits_.tasks) break;
            out_.tasks += count;
            out_.last_iteration = number;
            first = false;
        }
        whole_ = out_.tasks == t_.tasks.size();
        for (const Task& task : t_.tasks)
            if (is_in(task.iteration)) until_ = std::max(until_, task.end);
    }
    bool is_in(int iteration) const {
        return whole_ || iteration <= out_.last_iteration;
    }

    Json items(const PictureRow& row) {
        Json list = Json::array();
        Time before = 0;
        const auto add = [&](const auto& item, auto... rest) {
            list.push_back(item.start - before);
            list.push_back(item.end - item.start);
            (list.push_back(rest), ...);
            before = item.start;
        };
        for (const int k : row.items)
            if (row.kind == Kind::lane) {
                const Task& task = t_.tasks[k];
                if (is_in(task.iteration))
                    add(task, k, class_of(task), task.iteration,
                        task.start - task.ready);
            } else if (row.kind == Kind::transfers) {
                const Transfer& move = t_.transfers[k];
                if (whole_ || move.start < until_)
                    add(move, move.bytes, move.ahead ? 1 : 0);
            } else {
                const Message& message = t_.messages[k];
                if (is_in(message.iteration))
                    add(message, k, message.bytes, message.iteration,
                        last_of(message.after));
            }
        return list;
    }

    /// The one that ended last, or -1.
    int last_of(const std::vector<int>& tasks) const {
        int last = -1;
        for (const int k : tasks)
            if (last < 0 || t_.tasks[k].end > t_.tasks[last].end) last = k;
        return last;
    }

    /// Most of what there is to say about a task is the same for many.
    int class_of(const Task& task) {
        const auto [at, is_new] = known_.try_emplace(
            {task.phase, task.block, task.faces, task.flops, task.bytes},
            static_cast<int>(known_.size()));
        if (is_new)
            classes_.push_back({phase_of(task.phase), task.block, task.faces,
                                task.flops, task.bytes});
        return at->second;
    }
    int phase_of(const std::string& name) {
        const auto [at, is_new] =
            known_phases_.try_emplace(name, static_cast<int>(phases_.size()));
        if (is_new) phases_.push_back({name, hex(style_of(name).colour)});
        return at->second;
    }

    Json waits() const {
        Json list = Json::array();
        for (const Wait& wait : t_.waits)
            if (is_in(t_.tasks[wait.task].iteration))
                list.push_back({wait.lane, wait.start, wait.end - wait.start});
        return list;
    }
    Json spans() const {
        Json list = Json::array();
        for (const IterationSpan& span : iterations(t_))
            if (is_in(span.number))
                list.push_back({span.number, span.start, span.end,
                                t_.measured(span.number)});
        return list;
    }
    Json after() const {
        if (t_.tasks.size() > limits_.dependencies) return nullptr;
        Json list = Json::array();
        for (const Task& task : t_.tasks)
            list.push_back({task.after, task.after_messages});
        return list;
    }
    Json path() const {
        Json list = Json::array();
        if (is_in(s_.path_iteration))
            for (const Step& step : s_.path)
                list.push_back({step.is_task ? 1 : 0, step.index});
        return list;
    }

    const Timeline& t_;
    const Summary& s_;
    const PictureLimits& limits_;
    using Class =
        std::tuple<std::string, int, std::string, double, std::uint64_t>;
    std::map<Class, int> known_;
    std::map<std::string, int> known_phases_;
    Json classes_ = Json::array(), phases_ = Json::array();
    bool whole_ = true;
    Time until_ = 0;  // end of what is in the picture
    PictureData out_;
};

}  // namespace

PictureData picture_data(const Timeline& timeline, const Summary& summary,
                         const PictureLimits& limits) {
    return PictureMaker{timeline, summary, limits}.data();
}

}  // namespace tasuki::trace
