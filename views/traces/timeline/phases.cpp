#include "views/traces/timeline/phases.hpp"

#include <fmt/format.h>

namespace tasuki::trace {

std::string hex(Colour c) {
    return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

}  // namespace tasuki::trace
