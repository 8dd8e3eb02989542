#include "runtime/mpi/flags.hpp"

#include "runtime/gpu/stream_flags.hpp"

namespace tasuki::runtime::detail {

#if defined(TASUKI_HAS_GPU)

void Flags::show_to_streams() {
    if (are_there()) shown_ = gpu::show_to_streams(memory_.data(), kBytes);
}

void Flags::hide_from_streams() {
    if (shown_ != nullptr) gpu::hide_from_streams(memory_.data());
    shown_ = nullptr;
}

#else

void Flags::show_to_streams() {}
void Flags::hide_from_streams() {}

#endif

}  // namespace tasuki::runtime::detail
