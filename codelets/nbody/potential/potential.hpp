// potential: energy of n_i bodies in the gravity of n_j,
//   sum_i m_i phi_i,  phi_i (+)= -sum_j m_j / sqrt(|r_j - r_i|^2 + eps^2)
// in units with G = 1, as partial sums over groups of kGroup targets in double.
// A body has no energy with itself: pairs i = j are left out where targets and
// sources are the same array.  Every pair counts twice when all bodies are
// targets and sources.
#pragma once

#include <cstdint>

#include "codelets/nbody/layout.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::nbody::potential {

inline constexpr std::uint32_t kGroup = 256;

struct Args {
    std::uint32_t targets;  ///< n_i
    std::uint32_t sources;  ///< n_j
    double eps2;            ///< as in accelerate::Args
};

template <class N>
struct Fields {
    double* sums;                           // write or update (groups(n_i))
    const Quad<typename N::State>* target;  // read (n_i)
    const Quad<typename N::State>* source;  // read (n_j)
};

constexpr std::uint32_t groups(std::uint32_t targets) {
    return (targets + kGroup - 1) / kGroup;
}

template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: sums (write, or update with kAdd), target, source (read).
template <class N, bool kAdd>
runtime::Codelet& codelet();

}  // namespace tasuki::nbody::potential
