// fma on the GPU.
#include "codelets/device/unroll.hpp"
#include "codelets/stream/fma/fma.hpp"

namespace tasuki::stream::fma {

namespace {

constexpr int kThreads = 256, kChains = 16, kSteps = 1024;
/// More than enough to fill every multiprocessor.
constexpr int kBlocks = 16384;

template <class T>
__global__ void __launch_bounds__(kThreads)
    chains(T factor, T term, double* results) {
    T x[kChains];
    TASUKI_UNROLL(16)
    for (int k = 0; k < kChains; ++k)
        x[k] = T(1) + T(0.01) * static_cast<T>(k + threadIdx.x % 32);
#pragma unroll 4
    for (int step = 0; step < kSteps; ++step) {
        TASUKI_UNROLL(16)
        for (int k = 0; k < kChains; ++k) x[k] = x[k] * factor + term;
    }
    T sum = 0;
    TASUKI_UNROLL(16)
    for (int k = 0; k < kChains; ++k) sum += x[k];
    // Never true, which the compiler cannot know.
    if (sum < T(0)) results[0] = sum;
}

template <class T>
void measure(const Args& args, double* results, gpu::Stream stream) {
    gpu::Stopwatch watch;
    for (int r = 0; r < args.repetitions; ++r) {
        watch.start(stream);
        chains<<<kBlocks, kThreads, 0, stream>>>(
            static_cast<T>(args.factor), static_cast<T>(args.term), results);
        gpu::check(TASUKI_GPU_API(GetLastError)(), "fma");
        args.flops_per_second[r] =
            2.0 * kChains * kSteps * kThreads * kBlocks / watch.stop(stream);
    }
}

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    if (args.double_precision)
        measure<double>(args, fields.results, stream);
    else
        measure<float>(args, fields.results, stream);
}

}  // namespace tasuki::stream::fma
