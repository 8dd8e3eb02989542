// The partial results of reductions on a GPU: a block of threads for each part,
// a thread for each lane.
#include "runtime/core/reduction_kernels.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

template <class Reduction, class... T>
__global__ void __launch_bounds__(kLanes)
    reduce_parts(std::size_t size, typename Reduction::Partial* parts,
                 const T*... x) {
    __shared__ typename Reduction::Partial lanes[kLanes];
    const std::size_t first = blockIdx.x * kPart;
    const std::size_t left = size - first;
    const std::size_t end = first + (left < kPart ? left : kPart);
    auto own = Reduction::none();
    for (std::size_t i = first + threadIdx.x; i < end; i += kLanes)
        own = Reduction::join(own, Reduction::of(x..., i));
    lanes[threadIdx.x] = own;
    for (unsigned width = kLanes / 2; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width)
            lanes[threadIdx.x] =
                Reduction::join(lanes[threadIdx.x], lanes[threadIdx.x + width]);
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = lanes[0];
}

template <class First, class... Rest>
std::size_t size_of(const First& first, const Rest&...) {
    return first.size();
}

template <class Reduction, class... X>
void Partials<Reduction, X...>::gpu(const Args&, Write<Partial> parts, X... x,
                                    gpu::Stream stream) {
    if (parts.size() == 0) return;
    reduce_parts<Reduction>
        <<<static_cast<unsigned>(parts.size()), kLanes, 0, stream>>>(
            size_of(x...), parts.data(), x.data()...);
    tasuki::gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

}  // namespace tasuki::runtime::detail

#include "runtime/core/reduction_types.hpp"
