// expansion on the GPU: a warp for each order, a lane for each term.
#include "codelets/sphere/affine_gpu-inl.hpp"
#include "codelets/sphere/expansion/expansion.hpp"

namespace tasuki::sphere::expansion {

namespace {

constexpr int kThreads = 64;

__global__ void __launch_bounds__(kThreads) expand(Args args, Fields f) {
    const std::uint32_t r = (blockIdx.x * kThreads + threadIdx.x) / gpu::kLanes;
    if (r >= args.orders) return;
    const std::size_t field = blockIdx.y;
    const Order order = f.order[r];
    const Conversion* const conversion = f.conversion + order.series;
    const auto* const s = reinterpret_cast<const double2*>(
        f.spectrum + field * args.coefficients + order.coefficient);
    auto* const series = reinterpret_cast<double4*>(
        f.series + field * args.terms + order.series);
    const int count = args.degrees - order.m + 1;
    double2 after{0, 0};
    const int last = (order.terms - 1) / gpu::kLanes * gpu::kLanes;
    for (int begin = last; begin >= 0; begin -= gpu::kLanes) {
        const int l = begin + gpu::lane();
        const Conversion c =
            l < order.terms ? conversion[l] : Conversion{0, 0, 0};
        const double2 even = 2 * l < count ? s[2 * l] : double2{0, 0};
        const double2 odd = 2 * l + 1 < count ? s[2 * l + 1] : double2{0, 0};
        const Affine map =
            compose_over_lanes<true>(Affine{-c.h, c.g * odd.x, c.g * odd.y});
        const double2 y{fma(map.factor, after.x, map.re),
                        fma(map.factor, after.y, map.im)};
        if (l < order.terms)
            series[l] = {c.alpha * even.x, c.alpha * even.y, y.x, y.y};
        after = {gpu::from_lane(y.x, 0), gpu::from_lane(y.y, 0)};
    }
}

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    if (args.orders == 0) return;
    constexpr int in_block = kThreads / gpu::kLanes;
    const dim3 blocks{(args.orders + in_block - 1) / in_block, args.fields};
    expand<<<blocks, kThreads, 0, stream>>>(args, fields);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "expansion");
}

}  // namespace tasuki::sphere::expansion
