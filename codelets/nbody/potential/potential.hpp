// potential: the wells that n_j bodies are for n_i,
//   -phi_i (+)= sum_j m_j / sqrt(|r_j - r_i|^2 + eps^2)
// in units with G = 1, in double over runs of kRun sources.  A body is none for
// itself: pairs i = j are left out where targets and sources are the same
// array.
#pragma once

#include <cstdint>

#include "codelets/nbody/layout.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::nbody::potential {

struct Args {
    std::uint32_t targets;  ///< n_i
    std::uint32_t sources;  ///< n_j
    double eps2;            ///< as in accelerate::Args
};

template <class N>
struct Fields {
    double* wells;                          // write or update (n_i)
    const Quad<typename N::State>* target;  // read (n_i)
    const Quad<typename N::State>* source;  // read (n_j)
};

template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: wells (write, or update with kAdd), target, source (read).
template <class N, bool kAdd>
runtime::Codelet& codelet();

}  // namespace tasuki::nbody::potential
