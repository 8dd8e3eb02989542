#include "drivers/common/stalls.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

constexpr const char* kVariable = "TASUKI_STALL_SECONDS";

void warn_or_end(const runtime::Stall& stall) {
    const std::string text =
        fmt::format("{} ({})", runtime::describe(stall), kVariable);
    if (stall.can_move)
        runtime::logger().warn("{}", text);
    else
        runtime::fail(runtime::ExitCode::fault, text.c_str());
}

}  // namespace

runtime::Stalls stalls() {
    runtime::Stalls its{.report = warn_or_end};
    const char* const value = std::getenv(kVariable);
    if (value == nullptr) return its;
    const std::string_view text{value};
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), its.seconds);
    if (error != std::errc{} || end != text.data() + text.size() ||
        !std::isfinite(its.seconds) || its.seconds < 0)
        throw runtime::UsageError(
            fmt::format("{}: expected seconds from 0 (0: never), found '{}'",
                        kVariable, text));
    return its;
}

}  // namespace tasuki::drivers
