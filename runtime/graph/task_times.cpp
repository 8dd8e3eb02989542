#include "runtime/graph/task_times.hpp"

#if defined(TASUKI_HAS_GPU)

#include "runtime/core/clock.hpp"
#include "runtime/core/task_stream.hpp"

namespace tasuki::runtime::detail {

namespace {

/// The clocks of host and GPU drift apart by some microseconds in that time.
constexpr std::int64_t kClockLasts = 1'000'000'000;  // [ns]

/// Of the current device.
std::shared_ptr<const GpuClock> clock_of(int gpu) {
    auto& clock = streams_on(gpu).clock;
    if (clock == nullptr ||
        machine_nanoseconds() - clock->since() > kClockLasts)
        clock = std::make_shared<GpuClock>();
    return clock;
}

}  // namespace

GpuClock::GpuClock() {
    gpu::Stream empty = nullptr;
    gpu::check(TASUKI_GPU_API(StreamCreateWithFlags)(
                   &empty, TASUKI_GPU_API(StreamNonBlocking)),
               "create stream");
    gpu::check(TASUKI_GPU_API(EventCreate)(&zero_), "create event");
    gpu::check(TASUKI_GPU_API(EventRecord)(zero_, empty), "record event");
    gpu::check(TASUKI_GPU_API(EventSynchronize)(zero_), "wait for an event");
    since_ = machine_nanoseconds();
    gpu::check_release(TASUKI_GPU_API(StreamDestroy)(empty), "destroy stream");
}

GpuClock::~GpuClock() {
    gpu::check_release(TASUKI_GPU_API(EventDestroy)(zero_), "destroy event");
}

std::int64_t GpuClock::time(gpu::Event event) const {
    float ms = 0;
    gpu::check(TASUKI_GPU_API(EventElapsedTime)(&ms, zero_, event),
               "time between events");
    return since_ + static_cast<std::int64_t>(1e6 * static_cast<double>(ms));
}

TaskTimes::TaskTimes(std::span<const int> gpus) : events_(2 * gpus.size()) {
    for (std::size_t k = 0; k < gpus.size(); ++k) {
        const OnGpu on{gpus[k]};
        clocks_.push_back(clock_of(gpus[k]));
        for (gpu::Event* event : {&events_[2 * k], &events_[2 * k + 1]})
            gpu::check(TASUKI_GPU_API(EventCreate)(event), "create event");
    }
}

TaskTimes::~TaskTimes() {
    for (const gpu::Event event : events_)
        gpu::check_release(TASUKI_GPU_API(EventDestroy)(event),
                           "destroy event");
}

}  // namespace tasuki::runtime::detail

#endif
