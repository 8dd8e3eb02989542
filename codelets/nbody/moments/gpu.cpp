// moments on the GPU: a thread for each group.  It reads past its neighbours,
// which is slow and does not matter: it is done between snapshots.
#include "codelets/nbody/moments/add-inl.hpp"

namespace tasuki::nbody::moments {

namespace {

template <class N>
struct Body {
    Fields<N> fields;
    std::uint32_t bodies;
    TASUKI_HD void operator()(int g) const {
        fields.sums[g] =
            of_group(fields, bodies, static_cast<std::uint32_t>(g));
    }
};

}  // namespace

template <class N>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream) {
    gpu::for_each<64>(stream, static_cast<int>(groups(args.bodies)),
                      Body<N>{fields, args.bodies}, "moments");
}

#define TASUKI_INSTANTIATE(N) \
    template void run_gpu(const Args&, const Fields<N>&, gpu::Stream);
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::moments
