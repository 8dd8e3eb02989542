// The usual kernels in mixed precision.
#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Mixed>
tasuki::nbody::on_gpu::find_usual<tasuki::nbody::Mixed>(
    const tasuki::nbody::Variant&);
