// StarPU glue of interior: raw buffers to fields, and nothing else.
#include "runtime/codelet.hpp"

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::interior {
namespace {

using runtime::buffer;

template <class T>
Fields<T> unpack(void* b[]) {
    return {buffer<T>(b, 0), buffer<const T>(b, 1), buffer<const T>(b, 2)};
}

template <class T, int kLinkReals>
void cpu(void* buffers[], void* args) {
    run_cpu<T, kLinkReals>(*static_cast<const Args*>(args), unpack<T>(buffers));
}

#if defined(TASUKI_HAS_GPU)
template <class T, int kLinkReals>
void gpu(void* buffers[], void* args) {
    run_gpu<T, kLinkReals>(*static_cast<const Args*>(args), unpack<T>(buffers),
                           runtime::worker_stream());
}
#else
template <class T, int kLinkReals>
constexpr runtime::Entry gpu = nullptr;
#endif

}  // namespace

template <class T, int kLinkReals>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model = variant_name<T>("interior", kLinkReals);
    static runtime::Codelet instance{{.name = "interior",
                                      .model = model.c_str(),
                                      .access = {write, read, read},
                                      .cpu = cpu<T, kLinkReals>,
                                      .gpu = gpu<T, kLinkReals>}};
    return instance;
}

template runtime::Codelet& codelet<double, 18>();
template runtime::Codelet& codelet<double, 12>();
template runtime::Codelet& codelet<float, 18>();
template runtime::Codelet& codelet<float, 12>();

}  // namespace tasuki::wilson::interior
