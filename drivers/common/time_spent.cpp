#include "drivers/common/time_spent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "json/json.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/statistics.hpp"

namespace tasuki::drivers {

namespace {

/// Since `tasuki` began, which has become this program and said when; else
/// since the first call [s].
double seconds_now() {
    static const std::int64_t began = [] {
        const char* said = std::getenv("TASUKI_BEGAN");
        const std::int64_t time = said != nullptr ? std::atoll(said) : 0;
        return time > 0 ? time : runtime::machine_nanoseconds();
    }();
    return 1e-9 * static_cast<double>(runtime::machine_nanoseconds() - began);
}

}  // namespace

Worked worked_in(runtime::Context& context) {
    const auto mean = [&](double seconds, runtime::Worker::Kind kind) {
        return seconds / std::max(context.count(kind), 1);
    };
    const auto busy = context.statistics().busy();
    return {mean(busy.cpus, runtime::Worker::Kind::cpu),
            mean(busy.gpus, runtime::Worker::Kind::gpu), busy.beside};
}

TimeSpent::TimeSpent() {
    end("start");
}

double TimeSpent::since_last() {
    const double now = seconds_now();
    return now - std::exchange(last_, now);
}

void TimeSpent::end(const std::string& part) {
    parts_.emplace_back(part, since_last());
}

void TimeSpent::end_run(const RunTimes& times) {
    run_ = times;
    const double all = since_last();
    const auto rest =
        std::max(0.0, all - times.computing - times.waiting_for_output);
    parts_.insert(parts_.end(),
                  {{"set_up", rest},
                   {"computing", times.computing},
                   {"waiting_for_output", times.waiting_for_output}});
}

std::string TimeSpent::text() const {
    std::string text;
    for (auto [part, seconds] : parts_) {
        std::ranges::replace(part, '_', ' ');
        text +=
            fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", part, seconds);
    }
    std::string work;
    for (const auto& [name, seconds] :
         {std::pair{"GPUs", run_.worked.gpus}, {"CPUs", run_.worked.cpus}})
        if (seconds > 0)
            work +=
                fmt::format("{}{} work {:.1f} %", work.empty() ? "; " : ", ",
                            name, 100 * seconds / last_);
    if (const double outputs = run_.worked.outputs; outputs > 0)
        work += fmt::format(", outputs beside them {:.3g} s", outputs);
    return fmt::format("{:.3g} s: {}{}", last_, text, work);
}

Json TimeSpent::json() const {
    Json j;
    j["all"] = last_;
    for (const auto& [part, seconds] : parts_) j[part] = seconds;
    j["worked"] = {{"cpus", run_.worked.cpus},
                   {"gpus", run_.worked.gpus},
                   {"outputs", run_.worked.outputs}};
    if (run_.counted > 0)
        j["with_outputs"] =
            (run_.with_outputs + j.value("files", 0.0)) / run_.counted;
    return j;
}

}  // namespace tasuki::drivers
