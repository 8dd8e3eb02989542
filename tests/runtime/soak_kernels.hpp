// Kernels of soak_test.cpp on GPUs: whole numbers, whose order matters.
#pragma once

#include "runtime/core/submit.hpp"

namespace tasuki::test {

/// y = 3 y + x + a at every place, after a while.
struct DelayedMix : runtime::WithoutModel {
    static constexpr auto name = "delayed_mix";
    struct Args {
        unsigned a, microseconds;
    };
    static void gpu(const Args&, runtime::Update<unsigned> y,
                    runtime::Read<unsigned> x, gpu::Stream);
};

/// to = x + a at every place.
struct PackOnGpu : runtime::WithoutModel {
    static constexpr auto name = "pack";
    struct Args {
        unsigned a;
    };
    static void gpu(const Args&, runtime::Write<unsigned> to,
                    runtime::Read<unsigned> x, gpu::Stream);
};

}  // namespace tasuki::test
