// The usual kernels in single precision.
#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Single>
tasuki::nbody::on_gpu::find_usual<tasuki::nbody::Single>(
    const tasuki::nbody::Variant&);
