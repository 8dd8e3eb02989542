#include "drivers/machine_options.hpp"

#include <fmt/format.h>

#include "drivers/atomic_file.hpp"

namespace tasuki::drivers {

bool printed_policies(const std::string& policy, const runtime::Ranks& ranks) {
    if (policy != "help") return false;
    if (!ranks.is_first()) return true;
    for (const runtime::Policy& p : runtime::policies())
        fmt::print("{:<28} {}\n", p.name, p.description);
    flush_stdout();
    return true;
}

}  // namespace tasuki::drivers
