// The copy on the GPU.
#include "codelets/stream/bandwidth/bandwidth.hpp"

namespace tasuki::stream::bandwidth {

namespace {

struct Fill {
    double* b;
    template <class Index>
    TASUKI_HD void operator()(Index i) const {
        b[i] = value_at(static_cast<std::size_t>(i));
    }
};

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    const std::size_t bytes = args.size * sizeof(double);
    gpu::for_each<256>(stream, args.size, Fill{fields.b.data()}, Kernel::name);
    gpu::Stopwatch watch;
    for (int r = 0; r < args.repetitions; ++r) {
        watch.start(stream);
        gpu::copy_async(fields.a, fields.b, bytes, stream);
        args.bytes_per_second[r] =
            2.0 * static_cast<double>(bytes) / watch.stop(stream);
    }
}

}  // namespace tasuki::stream::bandwidth
