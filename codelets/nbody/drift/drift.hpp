// drift: r += v dt, of n bodies; masses stay.
#pragma once

#include <cstdint>

#include "codelets/nbody/layout.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::nbody::drift {

struct Args {
    std::uint32_t bodies;
    double dt;
};

template <class N>
struct Fields {
    Quad<typename N::State>* position;        // update (n)
    const Quad<typename N::State>* velocity;  // read (n)
};

template <class N>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N>
void run_gpu(const Args& args, const Fields<N>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: position (update), velocity (read).
template <class N>
runtime::Codelet& codelet();

}  // namespace tasuki::nbody::drift
