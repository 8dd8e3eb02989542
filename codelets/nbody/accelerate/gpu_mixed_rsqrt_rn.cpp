#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Mixed>
tasuki::nbody::on_gpu::find_launcher<
    tasuki::nbody::Mixed, tasuki::nbody::Root::rsqrt_rn>(const Variant&);
