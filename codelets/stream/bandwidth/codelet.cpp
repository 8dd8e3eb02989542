// StarPU glue of bandwidth: raw buffers to fields, and nothing else.
#include "runtime/codelet.hpp"

#include "codelets/stream/bandwidth/bandwidth.hpp"

namespace tasuki::stream::bandwidth {
namespace {

using runtime::buffer;

Fields unpack(void* b[]) {
    return {buffer<double>(b, 0), buffer<const double>(b, 1),
            buffer<const double>(b, 2)};
}

void cpu(void* buffers[], void* args) {
    run_cpu(*static_cast<const Args*>(args), unpack(buffers));
}

#if defined(TASUKI_HAS_GPU)
void gpu(void* buffers[], void* args) {
    run_gpu(*static_cast<const Args*>(args), unpack(buffers),
            runtime::worker_stream());
}
#else
constexpr runtime::Entry gpu = nullptr;
#endif

}  // namespace

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{{.name = "bandwidth",
                                      .model = "bandwidth",
                                      .access = {write, read, read},
                                      .cpu = cpu,
                                      .gpu = gpu}};
    return instance;
}

}  // namespace tasuki::stream::bandwidth
