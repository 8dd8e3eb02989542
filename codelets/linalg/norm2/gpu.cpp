#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::norm2 {

template <class T>
void run_gpu(const Args& args, const Fields<T>& f, gpu::Stream stream) {
    sum_on_gpu<1, kPassThreads<T, 1>>(elements<T, 1>(args.size), f.partials,
                                      Body<T>{f}, stream, "norm2");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::linalg::norm2
