#include "runtime/core/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <memory>

namespace tasuki::runtime {

namespace {

// In the order of Log::Level.
constexpr std::array kLevels{spdlog::level::trace, spdlog::level::debug,
                             spdlog::level::info,  spdlog::level::warn,
                             spdlog::level::err,   spdlog::level::off};
constexpr std::array<std::string_view, kLevels.size()> kNames{
    "trace", "debug", "info", "warn", "error", "off"};

std::shared_ptr<spdlog::logger> find_or_make() {
    constexpr const char* name = "tasuki";
    if (auto theirs = spdlog::get(name)) return theirs;
    // A program that wants to hear less is obeyed; more it asks of this logger.
    const auto level = std::max(spdlog::get_level(), spdlog::level::warn);
    auto own = spdlog::stderr_color_mt(name);
    own->set_level(level);
    return own;
}

spdlog::logger& instance() {
    static const auto found = find_or_make();
    return *found;
}

spdlog::level::level_enum of_spdlog(Log::Level level) {
    return kLevels[static_cast<std::size_t>(level)];
}

}  // namespace

Log::Level Log::level() const {
    const auto found =
        std::ranges::find(kLevels, instance().level()) - kLevels.begin();
    // spdlog has a level between error and off.
    return found < std::ssize(kLevels) ? static_cast<Level>(found) : Level::off;
}

void Log::set_level(Level level) {
    instance().set_level(of_spdlog(level));
}

bool Log::set_level(std::string_view name) {
    const auto found = std::ranges::find(kNames, name) - kNames.begin();
    if (found == std::ssize(kNames)) return false;
    set_level(static_cast<Level>(found));
    return true;
}

void Log::say(Level level, fmt::string_view format, fmt::format_args args) {
    if (is_heard(level))
        instance().log(of_spdlog(level), fmt::vformat(format, args));
}

Log& logger() {
    static Log log;
    return log;
}

}  // namespace tasuki::runtime
