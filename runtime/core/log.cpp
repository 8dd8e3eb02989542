#include "runtime/core/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

namespace tasuki::runtime {

namespace {

std::shared_ptr<spdlog::logger> find_or_make() {
    constexpr const char* name = "tasuki";
    if (auto theirs = spdlog::get(name)) return theirs;
    // A program that wants to hear less is obeyed; more it asks of this logger.
    const auto level = std::max(spdlog::get_level(), spdlog::level::warn);
    auto own = spdlog::stderr_color_mt(name);
    own->set_level(level);
    return own;
}

}  // namespace

spdlog::logger& logger() {
    static const auto instance = find_or_make();
    return *instance;
}

}  // namespace tasuki::runtime
