// StarPU glue of norm2: raw buffers to fields, and nothing else.
#include "runtime/codelet.hpp"

#include "codelets/linalg/norm2/norm2.hpp"

namespace tasuki::linalg::norm2 {
namespace {

using runtime::buffer;

template <class T>
Fields<T> unpack(void* b[]) {
    return {buffer<double>(b, 0), buffer<const T>(b, 1)};
}

template <class T>
void cpu(void* buffers[], void* args) {
    run_cpu<T>(*static_cast<const Args*>(args), unpack<T>(buffers));
}

#if defined(TASUKI_HAS_GPU)
template <class T>
void gpu(void* buffers[], void* args) {
    run_gpu<T>(*static_cast<const Args*>(args), unpack<T>(buffers),
               runtime::worker_stream());
}
#else
template <class T>
constexpr runtime::Entry gpu = nullptr;
#endif

}  // namespace

template <class T>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    constexpr const char* model =
        std::is_same_v<T, double> ? "norm2_double" : "norm2_single";
    static runtime::Codelet instance{{.name = "norm2",
                                      .model = model,
                                      .access = {write, read},
                                      .cpu = cpu<T>,
                                      .gpu = gpu<T>}};
    return instance;
}

template runtime::Codelet& codelet<double>();
template runtime::Codelet& codelet<float>();

}  // namespace tasuki::linalg::norm2
