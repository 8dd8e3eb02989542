// There is no GPU to profile.
#include "runtime/core/profiler_range.hpp"

namespace tasuki::runtime {

void detail::push_range(const char*) {}

void detail::pop_range() {}

}  // namespace tasuki::runtime
