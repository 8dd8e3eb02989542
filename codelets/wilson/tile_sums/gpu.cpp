#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson::tile_sums {

template <class T>
void run_gpu(const Args& args, const Fields<T>& f, gpu::Stream stream) {
    linalg::sum_on_gpu<1, linalg::kSumThreads>(
        f.of_tiles.size(), f.partials, Body<T>{args, f}, stream, "tile_sums");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::wilson::tile_sums
