#include "codelets/nbody/accelerate/gpu-inl.hpp"

template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::Single>
tasuki::nbody::on_gpu::find_launcher<tasuki::nbody::Single,
                                     tasuki::nbody::Root::sqrt>(const Variant&);
