// Every kernel that variant.hpp can name, for comparing them: most are never
// the fastest, and they take a compiler minutes. A program that links this
// library and calls add_all_variants() has them beside the usual ones.
#pragma once

#include "codelets/nbody/accelerate/launch.hpp"

namespace tasuki::nbody {

/// Before a variant is parsed; without GPUs there is nothing but the names.
void add_all_variants();

/// Its part in a build for GPUs.
void add_all_kernels();

namespace on_gpu {

template <class N, Root kRoot>
Launcher<N> find_by_root(const Variant& v);

}  // namespace on_gpu
}  // namespace tasuki::nbody
