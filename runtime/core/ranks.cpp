#include "runtime/core/ranks.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

Exchange parse_exchange(std::string_view text) {
    if (text == "auto") return Exchange::automatic;
    if (text == "ipc") return Exchange::ipc;
    if (text == "copy") return Exchange::copy;
    if (text == "mpi") return Exchange::mpi;
    throw UsageError(fmt::format(
        "--exchange: expected auto, ipc, copy or mpi, found '{}'", text));
}

ClockReading Ranks::read_clock() const {
    return {machine_nanoseconds(), 0, 0};
}

void Ranks::wait() const {
    check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

}  // namespace tasuki::runtime
