#include "program/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

#include "json/json.hpp"
#include "program/result_file.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::program {

using runtime::UsageError;

namespace {

/// A line that the next one replaces, where somebody looks at it.
class Progress {
  public:
    explicit Progress(const runtime::Ranks& ranks)
        : shows_{ranks.is_first() && isatty(STDERR_FILENO) != 0} {}
    ~Progress() {
        if (shows_) fmt::print(stderr, "\r\033[K");
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// @param seconds  of the last repetition
    void show(int done, int all, double seconds) const {
        if (!shows_) return;
        fmt::print(stderr, "\r\033[Krepetition {} of {}, {:.3g} s", done, all,
                   seconds);
        std::fflush(stderr);
    }

  private:
    bool shows_;
};

}  // namespace

double Run::timed(int count, const std::function<void(int)>& repetition) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    for (int k = 0; k < count; ++k) repetition(k);
    context_.wait();
    const std::chrono::duration<double> own = Clock::now() - start;
    return context_.ranks().largest(own.count());
}

void Run::time(
    const std::function<void()>& repetition,
    const std::function<void()>& prepare,
    std::initializer_list<std::reference_wrapper<const runtime::Graph>>
        graphs) {
    const auto once = [&] {
        prepare();
        context_.wait();
        return timed(1, [&](int) { repetition(); });
    };
    runtime::warm_up(context_, graphs, once);
    note_kernels();
    context_.statistics().reset();
    seconds_.clear();
    {
        const Progress progress{context_.ranks()};
        for (int k = 1; k <= options_.repetitions; ++k) {
            seconds_.push_back(once());
            progress.show(k, options_.repetitions, seconds_.back());
        }
    }
    phases_ = context_.statistics().phases();
    if (trace_ == nullptr || trace_->recorder() == nullptr) return;
    const auto both = [&](int k) {
        const runtime::TraceIteration iteration{context_, k};
        prepare();
        repetition();
    };
    const double plain = timed(Trace::kRecorded, both);
    trace_->recorder()->start();
    const double recorded = timed(Trace::kRecorded, both);
    trace_->recorder()->stop();
    trace_->set_cost(plain, recorded);
}

void Run::add(const std::string& key, double value) {
    numbers_.emplace_back(key, value);
}

void Run::add_rate(const std::string& key, double work) {
    need_times();
    add(key, work / runtime::median(seconds_));
}

void Run::check(const std::string& key, double error, double most) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    error = context_.ranks().largest(std::isnan(error) ? kInfinity : error);
    if (error > most)
        throw runtime::NumericsError(fmt::format(
            "{}: expected at most {:.2g}, found {:.2g}", key, most, error));
    add(key, error);
}

std::string Run::summary() const {
    const auto [least, greatest] = std::ranges::minmax(seconds_);
    auto line = fmt::format("{:.3g} s (median of {}, {:.3g} to {:.3g})",
                            runtime::median(seconds_), seconds_.size(), least,
                            greatest);
    for (const auto& [key, value] : numbers_)
        line += fmt::format(", {} {:.3g}", key, value);
    return line;
}

void Run::note_kernels() {
    for (const auto& [name, count] : context_.statistics().phases())
        ran_.insert(name);
}

struct Run::Parts {
    std::set<std::string> ran;  // kernels
    Json workers = Json::array();
    Json routes = Json::array();
    std::map<std::string, runtime::PhaseCount> phases;
};

Run::Parts Run::gather() {
    note_kernels();
    const auto& ranks = context_.ranks();
    const std::string before =
        ranks.several() ? fmt::format("rank {} ", ranks.rank()) : "";
    Json own{{"ran", ran_},
             {"workers", Json::array()},
             {"phases", {}},
             {"routes", Json::array()}};
    for (const auto& route : ranks.routes())
        own["routes"].push_back({{"from", route.from.rank},
                                 {"from_device", route.from.device},
                                 {"to", route.to.rank},
                                 {"to_device", route.to.device},
                                 {"way", name_of(route.exchange)}});
    for (const auto& worker : context_.workers())
        own["workers"].push_back({{"id", worker.id},
                                  {"name", before + worker.name},
                                  {"threads", worker.threads}});
    for (const auto& [name, count] : phases_)
        own["phases"][name] = {count.on_cpu, count.on_gpu, count.seconds};
    Parts all;
    for (const auto& text : ranks.gather(own.dump())) {
        const auto part = Json::parse(text);
        for (const auto& name : part["ran"]) all.ran.insert(name);
        for (const auto& worker : part["workers"])
            all.workers.push_back(worker);
        for (const auto& route : part["routes"]) all.routes.push_back(route);
        for (const auto& [name, count] : part["phases"].items()) {
            auto& sum = all.phases[name];
            sum.on_cpu += count[0].get<int>();
            sum.on_gpu += count[1].get<int>();
            sum.seconds += count[2].get<double>();
        }
    }
    return all;
}

void Run::check_placements(const std::set<std::string>& ran) const {
    for (const auto& placement : options_.placements)
        if (!placement.kernel.empty() && !ran.contains(placement.kernel))
            throw UsageError(fmt::format(
                "--placement {}: expected a kernel that ran ({}), found none "
                "of that name",
                placement.kernel, fmt::join(ran, ", ")));
}

void Run::need_times() const {
    if (seconds_.empty())
        throw UsageError("Run: expected times, found none: call time() first");
}

void Run::finish() {
    need_times();
    const auto parts = gather();
    check_placements(parts.ran);
    if (options_.json.empty() || !context_.ranks().is_first()) return;
    const auto [least, greatest] = std::ranges::minmax(seconds_);
    Json result{{"workers", parts.workers},
                {"ranks", context_.ranks().size()},
                {"policy", context_.policy()},
                {"placement", to_string(options_.placements)},
                {"repetitions", options_.repetitions},
                {"seconds_median", runtime::median(seconds_)},
                {"seconds_min", least},
                {"seconds_max", greatest},
                {"seconds_all", seconds_},
                {"phases", Json::object()}};
    for (const auto& [name, count] : parts.phases)
        result["phases"][name] = {{"cpu", count.on_cpu},
                                  {"gpu", count.on_gpu},
                                  {"seconds", count.seconds}};
    if (!parts.routes.empty()) result["routes"] = parts.routes;
    for (const auto& [key, value] : numbers_) result[key] = value;
    write_result("--json", options_.json, result.dump(2) + '\n');
}

}  // namespace tasuki::program
