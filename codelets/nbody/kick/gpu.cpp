// kick on the GPU.
#include "codelets/nbody/advance.hpp"
#include "codelets/nbody/kick/kick.hpp"

namespace tasuki::nbody::kick {

namespace {

template <class N>
struct Body {
    Fields<N> fields;
    typename N::State dt;
    TASUKI_HD void operator()(int i) const {
        auto x = fields.velocity[i];
        advance(x, fields.acceleration[i], dt);
        fields.velocity[i] = x;
    }
};

}  // namespace

template <class N>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream) {
    gpu::for_each<256>(stream, static_cast<int>(args.bodies),
                       Body<N>{fields, static_cast<typename N::State>(args.dt)},
                       "kick");
}

#define TASUKI_INSTANTIATE(N) \
    template void run_gpu(const Args&, const Fields<N>&, gpu::Stream);
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::kick
