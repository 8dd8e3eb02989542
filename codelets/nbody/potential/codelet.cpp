// StarPU glue of potential.
#include "runtime/codelet.hpp"

#include <string>

#include "codelets/nbody/potential/potential.hpp"

namespace tasuki::nbody::potential {

template <class N, bool kAdd>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model =
        std::string{kAdd ? "potential_add_" : "potential_"} + numbers_name<N>();
    static runtime::Codelet instance{
        {.name = "potential",
         .model = model.c_str(),
         .access = {kAdd ? update : write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields<N>, run_cpu<N, kAdd>>,
         .gpu = runtime::gpu_entry<Args, Fields<N>, run_gpu<N, kAdd>>}};
    return instance;
}

#define TASUKI_INSTANTIATE(N)                       \
    template runtime::Codelet& codelet<N, false>(); \
    template runtime::Codelet& codelet<N, true>();
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::potential
