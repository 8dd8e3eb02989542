#include "runtime/timed.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>

namespace tasuki::runtime::detail {

namespace {

void on_cpu(void* buffers[], void* args) {
    using Clock = std::chrono::steady_clock;
    auto& call = *static_cast<TimedCall*>(args);
    if (call.timing.warm_up) call.cpu(buffers, call.args);
    for (int r = 0; r < call.timing.repetitions; ++r) {
        const auto start = Clock::now();
        for (int k = 0; k < call.timing.calls; ++k)
            call.cpu(buffers, call.args);
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        call.timing.seconds[r] = elapsed.count() / call.timing.calls;
    }
}

#if defined(TASUKI_HAS_GPU)
/// Waits for the device: this codelet exists to be timed.
void on_gpu(void* buffers[], void* args) {
    auto& call = *static_cast<TimedCall*>(args);
    const gpu::Stream stream = worker_stream();
    gpu::Stopwatch watch;
    if (call.timing.warm_up) call.gpu(buffers, call.args);
    for (int r = 0; r < call.timing.repetitions; ++r) {
        watch.start(stream);
        for (int k = 0; k < call.timing.calls; ++k)
            call.gpu(buffers, call.args);
        call.timing.seconds[r] = watch.stop(stream) / call.timing.calls;
    }
}
#else
constexpr Entry on_gpu = nullptr;
#endif

}  // namespace

Codelet& timed_codelet(const Codelet& timed) {
    static std::mutex mutex;
    static std::map<const Codelet*, std::unique_ptr<Codelet>> all;
    const std::lock_guard lock{mutex};
    auto& codelet = all[&timed];
    if (!codelet)
        codelet = std::make_unique<Codelet>(
            CodeletSpec{.name = "timed",
                        .model = nullptr,
                        .access = timed.spec().access,
                        .access_each = timed.spec().access_each,
                        .cpu = timed.spec().cpu != nullptr ? on_cpu : nullptr,
                        .gpu = timed.spec().gpu != nullptr ? on_gpu : nullptr});
    return *codelet;
}

}  // namespace tasuki::runtime::detail
