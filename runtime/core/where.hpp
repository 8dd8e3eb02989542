// Kinds of workers that a task may run on.
#pragma once

#include <cstdint>

namespace tasuki::runtime {

/// Where a task may run; the policy decides within that.
enum class Where : std::uint8_t { any, cpu, gpu };

}  // namespace tasuki::runtime
