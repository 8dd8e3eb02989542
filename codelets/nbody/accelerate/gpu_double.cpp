// The usual kernels in double precision.
#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Double>
tasuki::nbody::on_gpu::find_usual<tasuki::nbody::Double>(
    const tasuki::nbody::Variant&);
template void tasuki::nbody::on_gpu::launch_with_wells(
    const tasuki::nbody::on_gpu::Pairs<tasuki::nbody::Double>&,
    const tasuki::nbody::Variant&, tasuki::gpu::Stream);
