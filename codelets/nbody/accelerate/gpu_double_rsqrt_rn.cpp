#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Double>
tasuki::nbody::on_gpu::find_launcher<
    tasuki::nbody::Double, tasuki::nbody::Root::rsqrt_rn>(const Variant&);
