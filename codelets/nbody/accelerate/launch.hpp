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
    double* wells;
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

/// Whether launch_with_wells() computes accelerations as the variant does.
constexpr bool has_wells(const Variant& v) {
    return v.root == Root::approx && v.staging == Staging::shared;
}

/// The wells, and the accelerations if `pairs` has a place for them, with the
/// bits of the variant: these depend neither on its unrolling nor on the number
/// of bodies per thread, and one kernel does for all.
/// @param v  one that has_wells()
template <class N>
void launch_with_wells(const Pairs<N>& pairs, const Variant& v,
                       gpu::Stream stream);

/// The compiled kernel of a variant; null if there is none.
template <class N>
Launcher<N> find_launcher(const Variant& v) {
    const auto usual = find_usual<N>(v);
    const auto more = more_kernels<N>();
    return usual != nullptr || more == nullptr ? usual : more(v);
}

}  // namespace tasuki::nbody::on_gpu
