#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/refinement/refinement.hpp"

namespace tasuki::wilson::refinement {

template <class T>
void residual_gpu(const Args&, const ResidualFields<T>& f, gpu::Stream stream) {
    linalg::sum_on_gpu<1, linalg::kSumThreads>(sites_in<T>(f.r.size()),
                                               f.partials, ResidualBody<T>{f},
                                               stream, Residual<T>::name);
}

template <class T>
void correction_gpu(const Args&, const CorrectionFields<T>& f,
                    gpu::Stream stream) {
    linalg::change_on_gpu(sites_in<T>(f.d.size()), CorrectionBody<T>{f}, stream,
                          Correction<T>::name);
}

template void residual_gpu(const Args&, const ResidualFields<float>&,
                           gpu::Stream);
template void residual_gpu(const Args&, const ResidualFields<Fixed16>&,
                           gpu::Stream);
template void correction_gpu(const Args&, const CorrectionFields<float>&,
                             gpu::Stream);
template void correction_gpu(const Args&, const CorrectionFields<Fixed16>&,
                             gpu::Stream);

}  // namespace tasuki::wilson::refinement
