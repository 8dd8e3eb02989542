// StarPU glue of to_grid and from_grid.
#include "runtime/codelet.hpp"

#include "codelets/sphere/fourier/fourier.hpp"

namespace tasuki::sphere::fourier {

namespace {

#if defined(TASUKI_GPU_FFT)
constexpr bool kOnGpu = true;
constexpr runtime::Entry kToGridGpu =
    runtime::gpu_entry<Args, ToGrid, to_grid_gpu>;
constexpr runtime::Entry kFromGridGpu =
    runtime::gpu_entry<Args, FromGrid, from_grid_gpu>;
#else
constexpr bool kOnGpu = false;
constexpr runtime::Entry kToGridGpu = nullptr;
constexpr runtime::Entry kFromGridGpu = nullptr;
#endif

}  // namespace

bool on_gpu() {
    return kOnGpu;
}

runtime::Codelet& to_grid() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "to_grid",
         .model = nullptr,
         .access = {write, update},
         .cpu = runtime::cpu_entry<Args, ToGrid, to_grid_cpu>,
         .gpu = kToGridGpu}};
    return instance;
}

runtime::Codelet& from_grid() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "from_grid",
         .model = nullptr,
         .access = {write, read},
         .cpu = runtime::cpu_entry<Args, FromGrid, from_grid_cpu>,
         .gpu = kFromGridGpu}};
    return instance;
}

}  // namespace tasuki::sphere::fourier
