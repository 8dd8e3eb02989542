// StarPU glue of accelerate.
#include "runtime/codelet.hpp"

#include "codelets/nbody/accelerate/accelerate.hpp"

namespace tasuki::nbody::accelerate {

template <class N, bool kAdd>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model =
        std::string{kAdd ? "accelerate_add_" : "accelerate_"} +
        numbers_name<N>();
    static runtime::Codelet instance{
        {.name = "accelerate",
         .model = model.c_str(),
         .access = {kAdd ? update : write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields<N>, run_cpu<N, kAdd>>,
         .gpu = runtime::gpu_entry<Args, Fields<N>, run_gpu<N, kAdd>>}};
    return instance;
}

/// Without a model: how long it takes says nothing about the kernel.
template <class N>
runtime::Codelet& tune_codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "tune",
         .model = nullptr,
         .access = {write, read, read},
         .gpu = runtime::gpu_entry<Args, Fields<N>, tune_gpu<N>>}};
    return instance;
}

#define TASUKI_INSTANTIATE(N)                       \
    template runtime::Codelet& codelet<N, false>(); \
    template runtime::Codelet& codelet<N, true>();  \
    template runtime::Codelet& tune_codelet<N>();
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::accelerate
