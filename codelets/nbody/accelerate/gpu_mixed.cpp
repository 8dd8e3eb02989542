// The usual kernels in mixed precision.
#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Mixed>
tasuki::nbody::on_gpu::find_usual<tasuki::nbody::Mixed>(
    const tasuki::nbody::Variant&);
template void tasuki::nbody::on_gpu::launch_with_wells(
    const tasuki::nbody::on_gpu::Pairs<tasuki::nbody::Mixed>&,
    const tasuki::nbody::Variant&, tasuki::gpu::Stream);
