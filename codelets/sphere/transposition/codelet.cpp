// StarPU glue of transposition.
#include "runtime/codelet.hpp"

#include "codelets/sphere/transposition/transposition.hpp"

namespace tasuki::sphere::transposition {

template <bool kFirst>
runtime::Codelet& join() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "join",
         .model = nullptr,
         .access = {kFirst ? write : update, read, read},
         .cpu = runtime::cpu_entry<Args, Join, join_cpu>,
         .gpu = runtime::gpu_entry<Args, Join, join_gpu>}};
    return instance;
}

template runtime::Codelet& join<false>();
template runtime::Codelet& join<true>();

runtime::Codelet& split() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "split",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Split, split_cpu>,
         .gpu = runtime::gpu_entry<Args, Split, split_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::transposition
