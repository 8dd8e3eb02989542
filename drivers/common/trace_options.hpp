// What `--trace` asks for.
#pragma once

#include <string>
#include <string_view>

#include "program/trace_window.hpp"

namespace tasuki::drivers {

struct TraceOptions {
    std::string folder;      ///< empty: no trace
    trace::Window window{};  ///< of the iterations that are recorded

    bool wanted() const { return !folder.empty(); }
};

/// Reads the window of --trace-iterations, "A:B".
/// @throws UsageError  not of that form, or not 0 <= A <= B
trace::Window parse_window(std::string_view text);

/// How often to record a window whose iterations take `seconds` each: often
/// enough to see the cost, but a few seconds and a few megabytes at most.
int pairs(const trace::Window& window, double seconds);

}  // namespace tasuki::drivers
