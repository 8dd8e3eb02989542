// The copy on the GPU.
#include "codelets/stream/bandwidth/bandwidth.hpp"

namespace tasuki::stream::bandwidth {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    const std::size_t bytes = args.size * sizeof(double);
    gpu::Stopwatch watch;
    for (int r = 0; r < args.repetitions; ++r) {
        watch.start(stream);
        gpu::copy_async(fields.a, fields.b, bytes, stream);
        args.bytes_per_second[r] =
            2.0 * static_cast<double>(bytes) / watch.stop(stream);
    }
}

}  // namespace tasuki::stream::bandwidth
