#include "views/traces/timeline/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "io/input_error.hpp"
#include "views/traces/timeline/dependencies.hpp"
#include "views/traces/timeline/starpu_events.hpp"

namespace tasuki::trace {

namespace {

using runtime::MessageRecord, runtime::RankRecord, runtime::TaskRecord;
using runtime::TraceLane;

/// The time of the first rank's clock at `local`, between and beyond two
/// readings: clocks of two machines drift evenly enough over a run.
std::int64_t on_first_clock(std::int64_t local,
                            const runtime::ClockReading& before,
                            const runtime::ClockReading& after) {
    const auto span = static_cast<double>(after.local - before.local);
    const double part =
        span > 0 ? static_cast<double>(local - before.local) / span : 0;
    const auto drift = static_cast<double>(after.ahead - before.ahead);
    return local + before.ahead + std::llround(part * drift);
}

[[noreturn]] void refuse(int rank, std::string_view what,
                         std::string_view expected, const std::string& found) {
    throw io::InputError(fmt::format("record of rank {}", rank), what, "",
                         expected, found);
}

std::string lane_name(const TraceLane& lane) {
    if (!lane.gpu) return fmt::format("CPU x{}", lane.threads);
    return fmt::format("GPU {}{}", lane.device, lane.urgent ? " faces" : "");
}

/// Where a record's own numbers are in the Timeline.
struct Places {
    std::map<int, int> lane, node;          // by StarPU's numbers
    std::map<std::size_t, int> background;  // lanes of tasks in no worker's
    std::vector<int> task;                  // -1: it did not end
    std::vector<int> message;               // -1: it has no other side
};

class Builder {
  public:
    Builder(const std::vector<RankRecord>& ranks, const NameOfPart& name)
        : ranks_{ranks}, name_of_part_{name}, places_(ranks.size()) {}

    Timeline build() {
        out_.ranks = static_cast<int>(ranks_.size());
        set_clock();
        for (int r = 0; r < out_.ranks; ++r) add_lanes(r);
        for (int r = 0; r < out_.ranks; ++r) add_tasks(r);
        order_tasks();
        for (int r = 0; r < out_.ranks; ++r)
            needs_.push_back(find_dependencies(ranks_[r]));
        add_messages();
        for (int r = 0; r < out_.ranks; ++r) add_dependencies(r);
        for (int r = 0; r < out_.ranks; ++r) add_transfers(r);
        std::ranges::stable_sort(out_.transfers, {}, &Transfer::start);
        add_waits();
        for (int r = 0; r < out_.ranks; ++r) add_ready(r);
        return std::move(out_);
    }

  private:
    void set_clock() {
        zero_ = common(0, ranks_[0].begin);
        for (int r = 0; r < out_.ranks; ++r) {
            zero_ = std::min(zero_, common(r, ranks_[r].begin));
            out_.clocks_within =
                std::max({out_.clocks_within, ranks_[r].before.within,
                          ranks_[r].after.within});
        }
        for (int r = 0; r < out_.ranks; ++r)
            out_.length =
                std::max(out_.length, common(r, ranks_[r].end) - zero_);
    }

    Time common(int rank, std::int64_t local) const {
        return on_first_clock(local, ranks_[rank].before, ranks_[rank].after);
    }
    Time time(int rank, std::int64_t local) const {
        return common(rank, local) - zero_;
    }

    int node(int rank, int number) {
        const auto [at, is_new] = places_[rank].node.try_emplace(
            number, static_cast<int>(out_.nodes.size()));
        if (is_new)
            out_.nodes.push_back(
                {rank,
                 number == 0 ? "host" : fmt::format("memory {}", number)});
        return at->second;
    }

    void add_lanes(int rank) {
        auto lanes = ranks_[rank].lanes;
        std::ranges::stable_sort(lanes, {}, [](const TraceLane& l) {
            return std::tuple{!l.gpu, l.device, l.urgent};
        });
        node(rank, 0);
        const auto teams = std::ranges::count(lanes, false, &TraceLane::gpu);
        int team = 0;
        for (const TraceLane& l : lanes) {
            const int memory = node(rank, l.memory);
            if (l.gpu && l.memory != 0)
                out_.nodes[memory].name = fmt::format("GPU {}", l.device);
            places_[rank].lane[l.worker] = static_cast<int>(out_.lanes.size());
            out_.lanes.push_back({rank, l.gpu, l.urgent, l.device, l.threads,
                                  memory, lane_name(l)});
            if (!l.gpu && teams > 1)
                out_.lanes.back().name += fmt::format(" #{}", team++);
        }
        add_background(rank);
    }

    /// As many lanes as tasks ran beside the workers at the same time.
    void add_background(int rank) {
        const auto& tasks = ranks_[rank].tasks;
        std::vector<std::size_t> order;
        for (std::size_t k = 0; k < tasks.size(); ++k)
            if (tasks[k].beside) order.push_back(k);
        std::ranges::stable_sort(order, {},
                                 [&](std::size_t k) { return tasks[k].start; });
        std::vector<std::int64_t> ends;  // of the last task in each
        const std::size_t first = out_.lanes.size();
        for (const std::size_t k : order) {
            const auto free = std::ranges::find_if(
                ends, [&](auto end) { return end <= tasks[k].start; });
            const auto its = static_cast<std::size_t>(free - ends.begin());
            if (free == ends.end()) {
                ends.push_back(0);
                out_.lanes.push_back({rank, false, false, 0, 1, node(rank, 0),
                                      fmt::format("background #{}", its),
                                      true});
            }
            ends[its] = tasks[k].end;
            places_[rank].background[k] = static_cast<int>(first + its);
        }
        if (ends.size() == 1) out_.lanes.back().name = "background";
    }

    int lane_of(int rank, std::size_t k) const {
        const TaskRecord& task = ranks_[rank].tasks[k];
        if (task.beside) return places_[rank].background.at(k);
        const auto lane = places_[rank].lane.find(task.worker);
        if (lane == places_[rank].lane.end())
            refuse(rank, "worker of a task", "one of its lanes",
                   fmt::format("{}", task.worker));
        return lane->second;
    }

    void add_tasks(int rank) {
        const auto& tasks = ranks_[rank].tasks;
        auto& places = places_[rank].task;
        places.assign(tasks.size(), -1);
        for (std::size_t k = 0; k < tasks.size(); ++k) {
            const TaskRecord& t = tasks[k];
            if (t.worker < 0) continue;
            const int lane = lane_of(rank, k);
            if (t.end < t.start)
                refuse(rank, "task " + t.name, "an end after its start",
                       fmt::format("{} after {}", t.start - t.end, t.end));
            std::uint64_t bytes = 0;
            for (const auto& use : t.buffers) bytes += use.bytes;
            ended_.push_back(
                {{t.name, lane, t.label.part,
                  t.label.part < 0 ? "" : name_of_part_(t.label.of_part),
                  t.iteration, t.priority, t.flops, bytes,
                  time(rank, t.submitted), time(rank, t.ready),
                  time(rank, t.start), time(rank, t.end), t.captured},
                 {time(rank, t.fetch_begin), time(rank, t.fetch_end)},
                 &places[k]});
        }
    }

    /// By lane, then start; a task starts when the one before it has ended.
    void order_tasks() {
        std::ranges::stable_sort(ended_, {}, [](const Ended& e) {
            return std::tuple{e.task.lane, e.task.end};
        });
        auto& tasks = out_.tasks;
        for (auto& [task, fetch, place] : ended_) {
            if (!tasks.empty() && tasks.back().lane == task.lane)
                task.start = std::max(task.start, tasks.back().end);
            *place = static_cast<int>(tasks.size());
            tasks.push_back(std::move(task));
            fetches_.push_back(fetch);
        }
    }

    /// The tasks of the Timeline among `tasks` of a record.
    std::vector<int> placed(int rank, const std::vector<int>& tasks) const {
        std::vector<int> found;
        for (const int k : tasks)
            if (const int place = places_[rank].task[k]; place >= 0)
                found.push_back(place);
        std::ranges::sort(found);
        return found;
    }

    /// Messages of one tag between two ranks keep their order.
    void add_messages() {
        using Key = std::tuple<int, int, std::int64_t, int>;
        std::map<Key, std::pair<int, int>> received;  // rank, place
        for (int r = 0; r < out_.ranks; ++r) {
            places_[r].message.assign(ranks_[r].messages.size(), -1);
            each_message(r, false, [&](int k, const auto& m, int count) {
                received[{m.peer, r, m.tag, count}] = {r, k};
            });
        }
        struct Sent {
            Message message;
            int rank, place;
        };
        std::vector<Sent> sent;
        for (int r = 0; r < out_.ranks; ++r)
            each_message(r, true, [&](int k, const auto& m, int count) {
                const auto other = received.find({r, m.peer, m.tag, count});
                if (other == received.end()) return;
                const auto [to, place] = other->second;
                const MessageRecord& got = ranks_[to].messages[place];
                if (got.done == 0) return;
                Message message{r,
                                to,
                                m.tag,
                                m.iteration,
                                m.buffer.bytes,
                                time(r, m.submitted),
                                time(to, got.done),
                                placed(r, needs_[r].of_messages[k].tasks)};
                for (const int before : message.after)
                    message.start =
                        std::max(message.start, out_.tasks[before].end);
                // As far as the clocks can tell.
                message.end = std::max(message.end, message.start);
                sent.push_back({std::move(message), to, place});
            });
        std::ranges::stable_sort(sent, {},
                                 [](const Sent& s) { return s.message.start; });
        for (Sent& s : sent) {
            places_[s.rank].message[s.place] =
                static_cast<int>(out_.messages.size());
            out_.messages.push_back(std::move(s.message));
        }
    }

    /// With the number of earlier ones of the same peer and tag.
    template <class Use>
    void each_message(int rank, bool sends, const Use& use) const {
        std::map<std::pair<int, std::int64_t>, int> counts;
        const auto& all = ranks_[rank].messages;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (all[k].sends == sends)
                use(static_cast<int>(k), all[k],
                    counts[{all[k].peer, all[k].tag}]++);
    }

    void add_dependencies(int rank) {
        const auto& needs = needs_[rank].of_tasks;
        for (std::size_t k = 0; k < needs.size(); ++k) {
            const int place = places_[rank].task[k];
            if (place < 0) continue;
            Task& task = out_.tasks[place];
            task.after = placed(rank, needs[k].tasks);
            for (const int m : needs[k].messages) {
                const int found = places_[rank].message[m];
                if (found < 0) continue;
                task.after_messages.push_back(found);
                // The thread that notes an arrival may lose its CPU after it
                // has passed the data on.
                Message& message = out_.messages[found];
                message.end =
                    std::max(message.start, std::min(message.end, task.start));
            }
            std::ranges::sort(task.after_messages);
        }
    }

    void add_transfers(int rank) {
        const std::string& events = ranks_[rank].events;
        if (events.empty()) return;
        for (const EventTransfer& t : parse_transfers(events))
            out_.transfers.push_back({node(rank, t.source),
                                      node(rank, t.target), t.bytes, t.ahead,
                                      time(rank, t.start), time(rank, t.end)});
    }

    /// The gap before a task, as far as data was on its way to it.
    void add_waits() {
        Time longest = 0;
        for (const Transfer& t : out_.transfers)
            longest = std::max(longest, t.end - t.start);
        for (std::size_t k = 0; k < out_.tasks.size(); ++k) {
            const Task& task = out_.tasks[k];
            const bool first = k == 0 || out_.tasks[k - 1].lane != task.lane;
            const Time from = first ? 0 : out_.tasks[k - 1].end;
            Time begin = task.start, end = from;
            const auto cover = [&](Time a, Time b) {
                a = std::max(a, from);
                b = std::min(b, task.start);
                if (a >= b) return;
                begin = std::min(begin, a);
                end = std::max(end, b);
            };
            for (const int m : task.after_messages)
                cover(out_.messages[m].start, out_.messages[m].end);
            // Those that may still be under way; they are in order of start.
            const auto first_transfer = std::ranges::lower_bound(
                out_.transfers, fetches_[k].begin - longest, {},
                &Transfer::start);
            for (auto at = first_transfer; at != out_.transfers.end(); ++at) {
                const Transfer& t = *at;
                if (t.start >= task.start) break;
                if (t.target == out_.lanes[task.lane].node &&
                    t.end > fetches_[k].begin && t.start < fetches_[k].end)
                    cover(std::max(t.start, fetches_[k].begin),
                          std::min(t.end, fetches_[k].end));
            }
            if (begin < end)
                out_.waits.push_back(
                    {task.lane, static_cast<int>(k), begin, end});
        }
    }

    void add_ready(int rank) {
        std::vector<std::pair<Time, int>> steps;
        for (const Task& task : out_.tasks)
            if (out_.lanes[task.lane].rank == rank) {
                steps.emplace_back(task.ready, +1);
                steps.emplace_back(std::max(task.ready, task.start), -1);
            }
        std::ranges::sort(steps, [](const auto& a, const auto& b) {
            return std::pair{a.first, -a.second} <
                   std::pair{b.first, -b.second};
        });
        auto& samples = out_.ready.emplace_back();
        samples.push_back({0, 0});
        int now = 0;
        for (const auto& [at, step] : steps) {
            now += step;
            if (samples.back().time == at)
                samples.back().value = now;
            else
                samples.push_back({at, static_cast<double>(now)});
        }
    }

    struct Fetch {
        Time begin, end;
    };
    struct Ended {
        Task task;
        Fetch fetch;
        int* place;  ///< in Places::task
    };

    const std::vector<RankRecord>& ranks_;
    const NameOfPart& name_of_part_;
    std::vector<Places> places_;
    std::vector<Dependencies> needs_;
    std::vector<Ended> ended_;    // in the order of the records
    std::vector<Fetch> fetches_;  // (tasks) of their data
    Time zero_ = 0;
    Timeline out_;
};

}  // namespace

Timeline read_records(const std::vector<RankRecord>& ranks,
                      const NameOfPart& name_of_part) {
    return Builder{ranks, name_of_part}.build();
}

}  // namespace tasuki::trace
