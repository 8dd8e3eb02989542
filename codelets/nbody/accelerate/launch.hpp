// Arguments of the kernels of accelerate.
#pragma once

#include <cstdint>

#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/layout.hpp"
#include "runtime/gpu/gpu.hpp"

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

/// The kernel of a variant that every build has; null for others.
template <class N>
Launcher<N> find_usual(const Variant& v);

/// Where more kernels are found, if a program has them (variants/); null else.
template <class N>
Launcher<N> (*&more_kernels())(const Variant& v) {
    static Launcher<N> (*find)(const Variant&) = nullptr;
    return find;
}

/// The compiled kernel of a variant; null if there is none.
template <class N>
Launcher<N> find_launcher(const Variant& v) {
    const auto usual = find_usual<N>(v);
    const auto more = more_kernels<N>();
    return usual != nullptr || more == nullptr ? usual : more(v);
}

}  // namespace tasuki::nbody::on_gpu
