// keep on the GPU.
#include "codelets/nbody/keep/keep.hpp"

namespace tasuki::nbody::keep {

namespace {

template <class N>
struct Body {
    Fields<N> fields;
    TASUKI_HD void operator()(int i) const {
        fields.kept_position[i] = fields.position[i];
        fields.kept_velocity[i] = fields.velocity[i];
    }
};

}  // namespace

template <class N>
void run_gpu(const Args&, const Fields<N>& fields, gpu::Stream stream) {
    gpu::for_each<256>(stream, static_cast<int>(fields.position.size()),
                       Body<N>{fields}, "keep");
}

#define TASUKI_INSTANTIATE(N) \
    template void run_gpu(const Args&, const Fields<N>&, gpu::Stream);
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::keep
