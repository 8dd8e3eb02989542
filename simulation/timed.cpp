#include "simulation/timed.hpp"

#include <chrono>

namespace tasuki::runtime::detail {

namespace {

void on_cpu(void* buffers[], void* packed) {
    using Clock = std::chrono::steady_clock;
    const BusyTime busy{packed, BusyTime::End::noted};
    auto& call = *static_cast<TimedCall*>(packed);
    if (call.timing.warm_up) call.cpu(buffers, call.packed);
    for (int r = 0; r < call.timing.repetitions; ++r) {
        const auto start = Clock::now();
        for (int k = 0; k < call.timing.calls; ++k)
            call.cpu(buffers, call.packed);
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        call.timing.seconds[r] = elapsed.count() / call.timing.calls;
    }
}

#if defined(TASUKI_HAS_GPU)
/// Waits for the device: this codelet exists to be timed.
void on_gpu(void* buffers[], void* packed) {
    const BusyTime busy{packed, BusyTime::End::noted};
    auto& call = *static_cast<TimedCall*>(packed);
    const gpu::Stream stream = worker_stream();
    gpu::Stopwatch watch;
    if (call.timing.warm_up) call.gpu(buffers, call.packed);
    for (int r = 0; r < call.timing.repetitions; ++r) {
        watch.start(stream);
        for (int k = 0; k < call.timing.calls; ++k)
            call.gpu(buffers, call.packed);
        call.timing.seconds[r] = watch.stop(stream) / call.timing.calls;
    }
}
#else
constexpr Entry on_gpu = nullptr;
#endif

}  // namespace

KernelRecord timed_record(const KernelRecord& timed) {
    return make_record("timed", "", timed.cpu != nullptr ? on_cpu : nullptr,
                       timed.gpu != nullptr ? on_gpu : nullptr,
                       {.captures = false, .alignment = alignof(TimedCall)});
}

void submit_timed_call(Session& session, const KernelRecord& record,
                       const TimedCall& call, std::span<const Buffer> buffers,
                       const SubmitOptions& options) {
    submit_raw(session, {record, &call, sizeof call, buffers, options});
}

}  // namespace tasuki::runtime::detail
