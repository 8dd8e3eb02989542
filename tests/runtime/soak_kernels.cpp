// The delay is a kernel of one thread, which leaves the card to others.
#include "tests/runtime/soak_kernels.hpp"

#include "codelets/device/put.hpp"

namespace tasuki::test {

namespace {

struct Wait {
    long long ticks;
    TASUKI_HD void operator()(int) const {
        const long long begin = gpu::ticks();
        while (gpu::ticks() - begin < ticks) {
        }
    }
};
struct MixBody {
    unsigned* y;
    const unsigned* x;
    unsigned a;
    TASUKI_HD void operator()(int i) const { y[i] = 3 * y[i] + x[i] + a; }
};
struct PackBody {
    unsigned* to;
    const unsigned* x;
    unsigned a;
    TASUKI_HD void operator()(int i) const { to[i] = x[i] + a; }
};

}  // namespace

void DelayedMix::gpu(const Args& args, runtime::Update<unsigned> y,
                     runtime::Read<unsigned> x, gpu::Stream stream) {
    // A GPU of today has one to two cycles in a nanosecond.
    gpu::for_each<32>(stream, 1, Wait{1500LL * args.microseconds}, "wait");
    gpu::for_each<256>(stream, static_cast<int>(y.size()),
                       MixBody{y.data(), x.data(), args.a}, name);
}

void PackOnGpu::gpu(const Args& args, runtime::Write<unsigned> to,
                    runtime::Read<unsigned> x, gpu::Stream stream) {
    gpu::for_each<256>(stream, static_cast<int>(to.size()),
                       PackBody{to.data(), x.data(), args.a}, name);
}

}  // namespace tasuki::test
