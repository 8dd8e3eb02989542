// copy: to = from, by stores of all threads.  Where `to` is in memory of
// another GPU, they go there, which is how faces leave a GPU.
#pragma once

#include "runtime/core/view.hpp"

namespace tasuki::stream::copy {

struct Args {};

void run_cpu(const Args&, runtime::Write<double> to,  // (n)
             runtime::Read<double> from) noexcept;    // (n)
void run_gpu(const Args&, runtime::Write<double> to,  // (n)
             runtime::Read<double> from, gpu::Stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "copy";
    using Args = copy::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::stream::copy
