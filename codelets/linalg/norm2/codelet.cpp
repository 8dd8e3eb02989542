// StarPU glue of norm2.
#include "runtime/codelet.hpp"

#include "codelets/linalg/norm2/norm2.hpp"

namespace tasuki::linalg::norm2 {

template <class T>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    constexpr const char* model =
        std::is_same_v<T, double> ? "norm2_double" : "norm2_single";
    static runtime::Codelet instance{
        {.name = "norm2",
         .model = model,
         .access = {write, read},
         .cpu = runtime::cpu_entry<Args, Fields<T>, run_cpu<T>>,
         .gpu = runtime::gpu_entry<Args, Fields<T>, run_gpu<T>>}};
    return instance;
}

template runtime::Codelet& codelet<double>();
template runtime::Codelet& codelet<float>();

}  // namespace tasuki::linalg::norm2
