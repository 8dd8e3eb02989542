// keep: a copy of n bodies where they are, for the host: steps change the
// bodies while it reads the copy.
#pragma once

#include <string>

#include "codelets/nbody/layout.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::nbody::keep {

struct Args {};

template <class N>
struct Fields {
    runtime::Write<Quad<typename N::State>> kept_position;  // (n)
    runtime::Write<Quad<typename N::State>> kept_velocity;  // (n)
    runtime::Read<Quad<typename N::State>> position;        // (n)
    runtime::Read<Quad<typename N::State>> velocity;        // (n)
};

template <class N>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);

template <class N>
struct Kernel {
    static constexpr auto name = "keep";
    static std::string model() {
        return std::string{"keep_"} + numbers_name<N>();
    }
    using Args = keep::Args;
    static constexpr auto cpu = run_cpu<N>;
    static constexpr auto gpu = run_gpu<N>;
};

}  // namespace tasuki::nbody::keep
