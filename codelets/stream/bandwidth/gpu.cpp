// The copy on the GPU.
#include "codelets/stream/bandwidth/bandwidth.hpp"

namespace tasuki::stream::bandwidth {

void run_gpu(const Args& args, const Fields& fields,
             gpu::Stream stream) noexcept {
    const std::size_t bytes = args.size * sizeof(double);
    gpu::Event start, stop;
    gpu::check(TASUKI_GPU_API(EventCreate)(&start), "create event");
    gpu::check(TASUKI_GPU_API(EventCreate)(&stop), "create event");
    for (int r = 0; r < args.repetitions; ++r) {
        gpu::check(TASUKI_GPU_API(EventRecord)(start, stream), "record");
        gpu::copy_async(fields.a, fields.b, bytes, stream);
        gpu::check(TASUKI_GPU_API(EventRecord)(stop, stream), "record");
        gpu::check(TASUKI_GPU_API(EventSynchronize)(stop), "wait for a copy");
        float ms = 0;
        gpu::check(TASUKI_GPU_API(EventElapsedTime)(&ms, start, stop), "time");
        args.bytes_per_second[r] =
            2.0 * static_cast<double>(bytes) / (1e-3 * ms);
    }
    gpu::check(TASUKI_GPU_API(EventDestroy)(start), "destroy event");
    gpu::check(TASUKI_GPU_API(EventDestroy)(stop), "destroy event");
}

}  // namespace tasuki::stream::bandwidth
