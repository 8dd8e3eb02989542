#include "peers/streams/machine.hpp"

#include <utility>

#include "runtime/core/error.hpp"

namespace tasuki::peers::streams {

namespace {

/// Copies go through the host where this cannot be had: slower, not wrong.
void enable_peer_access(int from, int to) {
    int possible = 0;
    gpu::check(TASUKI_GPU_API(DeviceCanAccessPeer)(&possible, from, to),
               "peer access");
    if (possible == 0) return;
    select(from);
    const auto status = TASUKI_GPU_API(DeviceEnablePeerAccess)(to, 0);
    if (status == TASUKI_GPU_API(ErrorPeerAccessAlreadyEnabled))
        static_cast<void>(TASUKI_GPU_API(GetLastError)());
    else
        gpu::check(status, "enable peer access");
}

}  // namespace

Machine::Machine(const std::vector<int>& devices, std::vector<int> team)
    : thread_{std::move(team)} {
    if (devices.empty())
        throw runtime::UnavailableError(
            "streams are queues of work on a GPU, and none is here");
    for (const int device : devices) gpus_.emplace_back(device);
    for (const int from : devices)
        for (const int to : devices)
            if (from != to) enable_peer_access(from, to);
}

void Machine::wait() {
    thread_.wait();
    for (const Gpu& gpu : gpus_) {
        gpu.interior.wait();
        gpu.faces.wait();
        gpu.downloads.wait();
        gpu.uploads.wait();
    }
}

}  // namespace tasuki::peers::streams
