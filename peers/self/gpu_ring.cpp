// The ring through which a kernel tells the host what to call, as in the paper:
// one thread fills the attribute in shared memory, all lanes put it in.
#include "peers/self/kernels.hpp"
#include "runtime/gpu/lanes.hpp"

namespace tasuki::peers::self {

namespace {

__global__ void __launch_bounds__(gpu::kLanes)
    ring_kernel(Ring ring, std::uint32_t head, std::uint32_t words, int count,
                std::uint32_t word, Found* found) {
    static_assert(Ring::kLanes == gpu::kLanes);
    __shared__ std::uint32_t attribute[kMostAttribute / 4];
    const gpu::Grid all;
    for (int n = 0; n < count; ++n) {
        if (gpu::lane() == 0)
            for (std::uint32_t w = 0; w < words; ++w) {
                attribute[w] = word;
                word = next_word(word);
            }
        gpu::sync_lanes();
        for (std::uint32_t w = gpu::lane(); w < words; w += gpu::kLanes)
            ring.words[(head + w) % Ring::kWords] = attribute[w];
        __threadfence_system();
        gpu::sync_lanes();
        head += ring_words(4 * words);
        if (gpu::lane() == 0) gpu::signal(ring.head, head);
        if (!gpu::wait(all, ring.tail, head, kPatience)) {
            if (gpu::lane() == 0) atomicAdd(&found->late, 1u);
            return;
        }
    }
}

}  // namespace

void launch_ring(const Ring& ring, std::uint32_t head, std::size_t bytes,
                 int count, std::uint32_t first, Found* found,
                 gpu::Stream stream) {
    ring_kernel<<<1, gpu::kLanes, 0, stream>>>(
        ring, head, static_cast<std::uint32_t>(bytes / 4), count, first, found);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "ring");
}

}  // namespace tasuki::peers::self
