// What `--trace` asks for.
#pragma once

#include <string>

#include "runtime/trace/trace_window.hpp"

namespace tasuki::drivers {

struct TraceOptions {
    std::string folder;      ///< empty: no trace
    trace::Window window{};  ///< of the iterations that are recorded

    bool wanted() const { return !folder.empty(); }
};

}  // namespace tasuki::drivers
