#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::dot {

template <class T>
void run_gpu(const Args&, const Fields<T>& f, gpu::Stream stream) {
    sum_on_gpu<kDotSums, kPassThreads<T, 2>>(
        elements<T, 2>(f.x.size()), f.partials, Body<T>{f}, stream, "dot");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::linalg::dot
