// The machine that is simulated.
#include "simulation/this_machine.hpp"

#include "simulation/current.hpp"

namespace tasuki::runtime {

using detail::current_machine;

int sockets_of(std::span<const int>) {
    return 1;  // Machine has the cores of all together
}

std::string cpu_name() {
    return current_machine().cpu_name + ", simulated";
}

std::size_t cache_bytes() {
    return 0;  // kernel_seconds() knows of none
}

std::size_t host_memory_bytes() {
    return current_machine().memory_bytes;
}

}  // namespace tasuki::runtime
