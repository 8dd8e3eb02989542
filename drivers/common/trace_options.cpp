#include "drivers/common/trace_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "runtime/core/error.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

trace::Window parse_window(std::string_view text) {
    trace::Window w;
    const char* const end = text.data() + text.size();
    const auto a = std::from_chars(text.data(), end, w.first);
    const bool colon = a.ec == std::errc{} && a.ptr != end && *a.ptr == ':';
    const auto b = colon ? std::from_chars(a.ptr + 1, end, w.last) : a;
    constexpr int most = 1000000;
    if (!colon || b.ec != std::errc{} || b.ptr != end || w.first < 0 ||
        w.last < w.first || w.last > most)
        throw runtime::UsageError(fmt::format(
            "--trace-iterations: expected A:B with 0 <= A <= B <= {}, found "
            "'{}'",
            most, text));
    return w;
}

int pairs(const trace::Window& window, double seconds) {
    if (runtime::simulates()) return 1;  // its clock does not see the cost
    constexpr double most_seconds = 2;
    constexpr int most_recorded = 100, most = 9;
    const double each = 2 * window.recorded() * seconds;
    const int in_time = each * most < most_seconds
                            ? most
                            : static_cast<int>(most_seconds / each);
    return std::clamp(std::min(in_time, most_recorded / window.recorded()), 1,
                      most);
}

}  // namespace tasuki::drivers
