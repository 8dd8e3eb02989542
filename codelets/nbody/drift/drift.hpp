// drift: r += v dt, of n bodies; masses stay.
#pragma once

#include <cstdint>
#include <string>

#include "codelets/nbody/layout.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::nbody::drift {

struct Args {
    std::uint32_t bodies;
    double dt;
};

template <class N>
struct Fields {
    runtime::Update<Quad<typename N::State>> position;  // (n)
    runtime::Read<Quad<typename N::State>> velocity;    // (n)
};

template <class N>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);

template <class N>
struct Kernel {
    static constexpr auto name = "drift";
    static std::string model() {
        return std::string{"drift_"} + numbers_name<N>();
    }
    using Args = drift::Args;
    static constexpr auto cpu = run_cpu<N>;
    static constexpr auto gpu = run_gpu<N>;
};

}  // namespace tasuki::nbody::drift
