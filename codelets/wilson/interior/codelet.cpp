// StarPU glue of interior, and of the task that tunes its launch.
#include "runtime/codelet.hpp"

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::interior {
namespace {

template <class T, int kLinkReals>
void run_cpu(const Args& args, const Fields<T>& fields) {
    sweep_cpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields));
}
template <class T, int kLinkReals>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream) {
    sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields), stream);
}
template <class T, int kLinkReals>
void tune_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream) {
    tune_sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                  stream);
}

using enum runtime::Access;

}  // namespace

template <class T, int kLinkReals>
runtime::Codelet& codelet() {
    static const std::string model = variant_name<T>("interior", kLinkReals);
    static runtime::Codelet instance{
        {.name = "interior",
         .model = model.c_str(),
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields<T>, run_cpu<T, kLinkReals>>,
         .gpu = runtime::gpu_entry<Args, Fields<T>, run_gpu<T, kLinkReals>>}};
    return instance;
}

template <class T, int kLinkReals>
runtime::Codelet& tune_codelet() {
    static runtime::Codelet instance{
        {.name = "tune",
         .model = nullptr,
         .access = {write, read, read},
         .gpu = runtime::gpu_entry<Args, Fields<T>, tune_gpu<T, kLinkReals>>}};
    return instance;
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                \
    template runtime::Codelet& codelet<T, kLinkReals>(); \
    template runtime::Codelet& tune_codelet<T, kLinkReals>();
TASUKI_FOR_STORED_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::interior
