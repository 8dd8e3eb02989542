#include "tests/runtime/loop_kernels.hpp"

namespace tasuki::test {

namespace {

struct Add {
    unsigned* value;
    unsigned by;
    TASUKI_HD void operator()(int) const { *value += by; }
};
struct Below {
    unsigned most;
    TASUKI_HD bool operator()(const unsigned& value) const {
        return value < most;
    }
};

}  // namespace

void AdvanceOnGpu::gpu(const Args& args, runtime::Update<unsigned> value,
                       gpu::Stream stream) {
    gpu::for_each<32>(stream, 1, Add{value.data(), args.by}, name);
}

runtime::LoopTest<unsigned> is_below(unsigned most) {
    return runtime::gpu_test<unsigned>(Below{most});
}

}  // namespace tasuki::test
