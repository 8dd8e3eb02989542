// StarPU glue of merge: raw buffers to fields, and nothing else.
#include "runtime/codelet.hpp"

#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::merge {
namespace {

using runtime::buffer;

template <class T>
Fields<T> unpack(void* b[]) {
    return {buffer<T>(b, 0), buffer<const T>(b, 1)};
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
    static const std::string model = variant_name<T>("merge");
    static runtime::Codelet instance{{.name = "merge",
                                      .model = model.c_str(),
                                      .access = {update, read},
                                      .cpu = cpu<T>,
                                      .gpu = gpu<T>}};
    return instance;
}

template runtime::Codelet& codelet<double>();
template runtime::Codelet& codelet<float>();

}  // namespace tasuki::wilson::merge
