// collection on the GPU: a warp for each order, a lane for each term.
#include "codelets/sphere/affine_gpu-inl.hpp"
#include "codelets/sphere/collection/collection.hpp"

namespace tasuki::sphere::collection {

namespace {

constexpr int kThreads = 64;

__global__ void __launch_bounds__(kThreads) collect(Args args, Fields f) {
    const std::uint32_t r = (blockIdx.x * kThreads + threadIdx.x) / gpu::kLanes;
    if (r >= args.orders) return;
    const std::size_t field = blockIdx.y;
    const Order order = f.order[r];
    const Conversion* const conversion = f.conversion + order.series;
    auto* const s = reinterpret_cast<double2*>(
        f.spectrum + field * args.coefficients + order.coefficient);
    const int count = args.degrees - order.m + 1;
    double2 before{0, 0};
    for (int begin = 0; 2 * begin < count; begin += gpu::kLanes) {
        const int l = begin + gpu::lane();
        const bool inside = 2 * l < count;
        Term sum{0, 0, 0, 0};
        for (int k = 0; k < kMostSums && f.sums[k] != nullptr; ++k) {
            if (!inside || order.series >= args.terms[k]) continue;
            const Term t = f.sums[k][field * args.terms[k] + order.series + l];
            sum.even_re += t.even_re;
            sum.even_im += t.even_im;
            sum.odd_re += t.odd_re;
            sum.odd_im += t.odd_im;
        }
        const Conversion c = inside ? conversion[l] : Conversion{0, 0, 0};
        const double h = inside && l > 0 ? conversion[l - 1].h : 0;
        const Affine map =
            compose_over_lanes<false>(Affine{-h, sum.odd_re, sum.odd_im});
        const double2 y{fma(map.factor, before.x, map.re),
                        fma(map.factor, before.y, map.im)};
        if (inside) {
            s[2 * l] = {c.alpha * sum.even_re, c.alpha * sum.even_im};
            if (2 * l + 1 < count) s[2 * l + 1] = {c.g * y.x, c.g * y.y};
        }
        before = {gpu::from_lane(y.x, gpu::kLanes - 1),
                  gpu::from_lane(y.y, gpu::kLanes - 1)};
    }
}

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    if (args.orders == 0) return;
    constexpr int in_block = kThreads / gpu::kLanes;
    const dim3 blocks{(args.orders + in_block - 1) / in_block, args.fields};
    collect<<<blocks, kThreads, 0, stream>>>(args, fields);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "collection");
}

}  // namespace tasuki::sphere::collection
