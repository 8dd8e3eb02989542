// What a kernel of accelerate is called with.
#pragma once

#include <cstdint>

#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/layout.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::nbody::on_gpu {

template <class N>
struct Pairs {
    Quad<typename N::Force>* acceleration;
    const Quad<typename N::State>* target;
    const Quad<typename N::State>* source;
    std::uint32_t targets, sources;
    double eps2;
    bool add;
};

template <class N>
using Launcher = void (*)(const Pairs<N>&, const Variant&, gpu::Stream);

/// The compiled kernel of a variant.
template <class N, Root kRoot>
Launcher<N> find_launcher(const Variant& v);

}  // namespace tasuki::nbody::on_gpu
