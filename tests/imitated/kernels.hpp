// Kernels for imitated GPUs: there their cpu() computes, and gpu() is never
// called.
#pragma once

#include <cstdlib>

#include "runtime/runtime.hpp"

namespace tasuki::test {

struct NoArgs {};

/// y = 3 y + x + a, in which order matters.
struct Mix {
    static constexpr auto name = "mix";
    static std::string model() { return "test_mix"; }
    struct Args {
        unsigned a;
    };
    using Inout = runtime::Update<unsigned>;
    using In = runtime::Read<unsigned>;
    static void cpu(const Args& args, Inout y, In x) {
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = 3 * y[i] + x[i] + args.a;
    }
    static void gpu(const Args&, Inout, In, gpu::Stream) { std::abort(); }
};

/// to = a at every place.
struct Fill : runtime::WithoutModel {
    static constexpr auto name = "fill";
    using Args = Mix::Args;
    using Out = runtime::Write<unsigned>;
    static void cpu(const Args& args, Out to) {
        for (unsigned& t : to) t = args.a;
    }
    static void gpu(const Args&, Out, gpu::Stream) { std::abort(); }
};

/// to = x + a at every place.
struct Pack : runtime::WithoutModel {
    static constexpr auto name = "pack";
    using Args = Mix::Args;
    static void cpu(const Args& args, Fill::Out to, Mix::In x) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = x[i] + args.a;
    }
    static void gpu(const Args&, Fill::Out, Mix::In, gpu::Stream) {
        std::abort();
    }
};

/// to = 0 at every place.
struct Zero : runtime::WithoutModel {
    static constexpr auto name = "zero";
    using Args = NoArgs;
    static void cpu(const Args&, Fill::Out to) { Fill::cpu({0}, to); }
    static void gpu(const Args&, Fill::Out, gpu::Stream) { std::abort(); }
};

/// sum += part at every place.
struct AddPart : runtime::WithoutModel {
    static constexpr auto name = "add_part";
    using Args = NoArgs;
    static void cpu(const Args&, Mix::Inout sum, Mix::In part) {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
    }
    static void gpu(const Args&, Mix::Inout, Mix::In, gpu::Stream) {
        std::abort();
    }
};

/// sum += value, in memory of each worker.
struct AddTo : runtime::WithoutModel {
    static constexpr auto name = "add_to";
    using Args = NoArgs;
    using Sum = runtime::Reduce<unsigned>;
    static void cpu(const Args&, Sum sum, Mix::In value) {
        for (unsigned& s : sum) s += *value;
    }
    static void gpu(const Args&, Sum, Mix::In, gpu::Stream) { std::abort(); }
};

}  // namespace tasuki::test
