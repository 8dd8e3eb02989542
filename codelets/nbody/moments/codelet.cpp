// StarPU glue of moments.
#include "runtime/codelet.hpp"

#include <string>

#include "codelets/nbody/moments/moments.hpp"

namespace tasuki::nbody::moments {

template <class N>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model =
        std::string{"moments_"} + numbers_name<N>();
    static runtime::Codelet instance{
        {.name = "moments",
         .model = model.c_str(),
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields<N>, run_cpu<N>>,
         .gpu = runtime::gpu_entry<Args, Fields<N>, run_gpu<N>>}};
    return instance;
}

#define TASUKI_INSTANTIATE(N) template runtime::Codelet& codelet<N>();
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::moments
