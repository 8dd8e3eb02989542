// StarPU glue of drift.
#include "runtime/codelet.hpp"

#include <string>

#include "codelets/nbody/drift/drift.hpp"

namespace tasuki::nbody::drift {

template <class N>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model = std::string{"drift_"} + numbers_name<N>();
    static runtime::Codelet instance{
        {.name = "drift",
         .model = model.c_str(),
         .access = {update, read},
         .cpu = runtime::cpu_entry<Args, Fields<N>, run_cpu<N>>,
         .gpu = runtime::gpu_entry<Args, Fields<N>, run_gpu<N>>}};
    return instance;
}

#define TASUKI_INSTANTIATE(N) template runtime::Codelet& codelet<N>();
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::drift
