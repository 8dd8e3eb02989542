// StarPU glue of analysis.
#include "runtime/codelet.hpp"

#include "codelets/sphere/analysis/analysis.hpp"

namespace tasuki::sphere::analysis {

template <bool kAdd>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "analysis",
         .model = nullptr,
         .access = {kAdd ? update : write, read, read, read, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu<kAdd>>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu<kAdd>>}};
    return instance;
}

template runtime::Codelet& codelet<false>();
template runtime::Codelet& codelet<true>();

}  // namespace tasuki::sphere::analysis
