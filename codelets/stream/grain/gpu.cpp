// grain on the GPU.
#include <algorithm>

#include "codelets/device/unroll.hpp"
#include "codelets/stream/grain/grain.hpp"

namespace tasuki::stream::grain {

namespace {

constexpr int kThreads = 256;

/// A part of every launch, so tasks with few have short ones.
template <int kMost>
struct Inputs {
    int count;
    const std::uint64_t* values[kMost];
};

template <int kMost>
__global__ void __launch_bounds__(kThreads)
    chains(Args args, std::uint64_t* out, Inputs<kMost> inputs) {
    std::uint64_t hash = seed(args);
    for (int k = 0; k < inputs.count; ++k)
        hash = with_input(hash, *inputs.values[k]);
    double x[kChains];
    TASUKI_UNROLL(8)
    for (int k = 0; k < kChains; ++k) x[k] = start_of(hash) + kBetween * k;
    for (int n = 0; n < args.iterations; ++n) {
        TASUKI_UNROLL(8)
        for (int k = 0; k < kChains; ++k) x[k] = fma(x[k], kFactor, kTerm);
    }
    double total = 0;
    TASUKI_UNROLL(8)
    for (int k = 0; k < kChains; ++k) total += x[k];
    for (int n = 0; n < args.spin; ++n) {
        TASUKI_UNROLL(8)
        for (int k = 0; k < kChains; ++k) x[k] = fma(x[k], kFactor, kTerm);
    }
    // They are never below 0, which the compiler cannot know: all have to
    // compute.
    bool is_below = total < 0;
    TASUKI_UNROLL(8)
    for (int k = 0; k < kChains; ++k) is_below = is_below || x[k] < 0;
    if ((blockIdx.x == 0 && threadIdx.x == 0) || is_below)
        *out =
            mix(hash ^ static_cast<std::uint64_t>(__double_as_longlong(total)));
}

/// Of the first device that asks; all of a run are alike.
int multiprocessors() {
    static const int count = [] {
        gpu::Properties properties;
        gpu::check(TASUKI_GPU_API(GetDeviceProperties)(&properties,
                                                       gpu::current_device()),
                   "device properties");
        return properties.multiProcessorCount;
    }();
    return count;
}

template <int kMost>
void launch_with(const Args& args, std::uint64_t* out,
                 const std::uint64_t* const* inputs, int count,
                 gpu::Stream stream) {
    Inputs<kMost> list{count, {}};
    std::copy_n(inputs, count, list.values);
    chains<<<multiprocessors(), kThreads, 0, stream>>>(args, out, list);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "grain");
}

}  // namespace

void launch(const Args& args, std::uint64_t* out,
            const std::uint64_t* const* inputs, int count, gpu::Stream stream) {
    if (count <= 8)
        launch_with<8>(args, out, inputs, count, stream);
    else
        launch_with<256>(args, out, inputs, count, stream);
}

}  // namespace tasuki::stream::grain
