// flux on the GPU.
#include "codelets/sphere/flux/flux.hpp"

namespace tasuki::sphere::flux {

namespace {

struct Point {
    Body body;
    TASUKI_HD void operator()(int i) const {
        const auto k = static_cast<std::uint32_t>(i);
        body.point(body.row(k / body.args.longitudes), k);
    }
};

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    gpu::for_each<256>(stream,
                       static_cast<int>(2 * args.pairs * args.longitudes),
                       Point{{args, fields}}, "flux");
}

}  // namespace tasuki::sphere::flux
