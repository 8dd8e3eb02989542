#include "drivers/common/time_spent.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>

#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

/// Since this process began, maybe as another program [s]; to 10 ms.
double process_seconds() {
    std::ifstream file{"/proc/self/stat"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    // The name, in brackets, may hold anything.
    std::istringstream fields{text.substr(text.rfind(')') + 1)};
    constexpr int kStart = 20;  // the 22nd field: the third one comes first
    std::vector<std::string> words{std::istream_iterator<std::string>{fields},
                                   {}};
    if (words.size() < kStart) return 0;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double begin = std::stod(words[kStart - 1]) /
                         static_cast<double>(sysconf(_SC_CLK_TCK));
    return std::max(0.0, static_cast<double>(now.tv_sec) +
                             1e-9 * static_cast<double>(now.tv_nsec) - begin);
}

double seconds_now() {
    using Clock = std::chrono::steady_clock;
    static const auto first = Clock::now();
    static const double before = process_seconds();
    return before + std::chrono::duration<double>(Clock::now() - first).count();
}

}  // namespace

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
    return fmt::format("{:.3g} s: {}", last_, text);
}

Json TimeSpent::json() const {
    Json j;
    j["all"] = last_;
    for (const auto& [part, seconds] : parts_) j[part] = seconds;
    return j;
}

}  // namespace tasuki::drivers
