#include "runtime/program/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/program/result_file.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::program {

using runtime::UsageError;

double Run::timed(int count, const std::function<void(int)>& repetition) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    for (int k = 0; k < count; ++k) repetition(k);
    context_.wait();
    const std::chrono::duration<double> own = Clock::now() - start;
    return context_.ranks().largest(own.count());
}

void Run::time(const std::function<void()>& repetition,
               const std::function<void()>& prepare) {
    const auto once = [&] {
        prepare();
        context_.wait();
        return timed(1, [&](int) { repetition(); });
    };
    once();
    note_kernels();
    context_.statistics().reset();
    seconds_.clear();
    for (int k = 0; k < options_.repetitions; ++k) seconds_.push_back(once());
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

void Run::check_placements() {
    note_kernels();
    // On another rank it may have run.
    if (context_.ranks().several()) return;
    for (const auto& placement : options_.placements)
        if (!placement.kernel.empty() && !ran_.contains(placement.kernel))
            throw UsageError(fmt::format(
                "--placement {}: expected a kernel that ran ({}), found none "
                "of that name",
                placement.kernel, fmt::join(ran_, ", ")));
}

void Run::need_times() const {
    if (seconds_.empty())
        throw UsageError("Run: expected times, found none: call time() first");
}

void Run::finish() {
    need_times();
    check_placements();
    if (options_.json.empty() || !context_.ranks().is_first()) return;
    auto workers = nlohmann::ordered_json::array();
    for (const auto& worker : context_.workers())
        workers.push_back({{"id", worker.id},
                           {"name", worker.name},
                           {"threads", worker.threads}});
    const auto [least, greatest] = std::ranges::minmax(seconds_);
    nlohmann::ordered_json json{{"workers", workers},
                                {"policy", context_.policy()},
                                {"placement", to_string(options_.placements)},
                                {"repetitions", options_.repetitions},
                                {"seconds_median", runtime::median(seconds_)},
                                {"seconds_min", least},
                                {"seconds_max", greatest},
                                {"seconds_all", seconds_},
                                {"phases", nlohmann::ordered_json::object()}};
    for (const auto& [name, count] : phases_)
        json["phases"][name] = {{"cpu", count.on_cpu},
                                {"gpu", count.on_gpu},
                                {"seconds", count.seconds}};
    for (const auto& [key, value] : numbers_) json[key] = value;
    write_result("--json", options_.json, json.dump(2) + '\n');
}

}  // namespace tasuki::program
