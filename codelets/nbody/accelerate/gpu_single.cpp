// The usual kernels in single precision.
#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Single>
tasuki::nbody::on_gpu::find_usual<tasuki::nbody::Single>(
    const tasuki::nbody::Variant&);
template void tasuki::nbody::on_gpu::launch_with_wells(
    const tasuki::nbody::on_gpu::Pairs<tasuki::nbody::Single>&,
    const tasuki::nbody::Variant&, tasuki::gpu::Stream);
