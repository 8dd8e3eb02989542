// A kernel of loop_gpu_test.cpp, and a test that ends its runs on a GPU.
#pragma once

#include "runtime/core/submit.hpp"
#include "runtime/graph/loop_test.hpp"

namespace tasuki::test {

/// value += by, by one thread
struct AdvanceOnGpu : runtime::WithoutModel {
    static constexpr auto name = "advance_on_gpu";
    struct Args {
        unsigned by;
    };
    static void gpu(const Args&, runtime::Update<unsigned> value, gpu::Stream);
};

/// Whether the value is less.
runtime::LoopTest<unsigned> is_below(unsigned most);

}  // namespace tasuki::test
