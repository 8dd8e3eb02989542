#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::difference {

template <class T>
void run_gpu(const Args&, const Fields<T>& f, gpu::Stream stream) {
    sum_on_gpu<1, kPassThreads<T, 1>>(elements<T, 1>(f.r.size()), f.partials,
                                      Body<T>{f}, stream, "difference");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::linalg::difference
