#include "codelets/quenched/overrelaxation/site.hpp"

namespace tasuki::quenched::overrelaxation {

namespace {

struct Body {
    Args args;
    SlabLinks u;
    TASUKI_HD void operator()(int k) const {
        update(args, u, static_cast<std::uint32_t>(k));
    }
};

}  // namespace

void run_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream) {
    // Few threads a block: each takes many registers.
    gpu::for_each<64>(stream, static_cast<int>(args.place.half_volume()),
                      Body{args, u}, "overrelaxation");
}

}  // namespace tasuki::quenched::overrelaxation
