// y += a x, for CPUs and GPUs.
#pragma once
#include <tasuki/runtime/core/view.hpp>
using tasuki::runtime::Read, tasuki::runtime::Update, tasuki::gpu::Stream;

struct Saxpy {
    static constexpr auto name = "saxpy";
    struct Args {
        float a;
    };
    static void cpu(const Args&, Update<float> y, Read<float> x);
    static void gpu(const Args&, Update<float> y, Read<float> x, Stream);
};

struct Element {  // what both do
    float a;
    Update<float> y;
    Read<float> x;
    TASUKI_HD void operator()(int i) const { y[i] += a * x[i]; }
};
