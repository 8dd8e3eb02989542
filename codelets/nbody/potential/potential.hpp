// potential: the wells that n_j bodies are for n_i,
//   -phi_i (+)= sum_j m_j / sqrt(|r_j - r_i|^2 + eps^2)
// in units with G = 1, in double over runs of kRun sources.  A body is none for
// itself: pairs i = j are left out where targets and sources are the same
// array.
#pragma once

#include <cstdint>
#include <string>

#include "codelets/nbody/layout.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::nbody::potential {

/// As many operations are needed, of which one is a reciprocal square root.
inline constexpr double kFlopsPerInteraction = 12;

struct Args {
    std::uint32_t targets;  ///< n_i
    std::uint32_t sources;  ///< n_j
    double eps2;            ///< as in accelerate::Args
};

template <class N>
struct Fields {
    double* wells;                          // (n_i)
    const Quad<typename N::State>* target;  // (n_i)
    const Quad<typename N::State>* source;  // (n_j)
};

template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);

template <class N, bool kAdd>
struct Kernel {
    static constexpr auto name = "potential";
    static constexpr bool needs_flops = true;
    static std::string model() {
        return std::string{kAdd ? "potential_add_" : "potential_"} +
               numbers_name<N>();
    }
    using Args = potential::Args;
    using Body = Quad<typename N::State>;
    static void cpu(const Args& args, runtime::WriteOrAdd<double, kAdd> wells,
                    runtime::Read<Body> target,
                    runtime::Read<Body> source) noexcept {
        run_cpu<N, kAdd>(args, {wells, target, source});
    }
    static void gpu(const Args& args, runtime::WriteOrAdd<double, kAdd> wells,
                    runtime::Read<Body> target, runtime::Read<Body> source,
                    gpu::Stream stream) {
        run_gpu<N, kAdd>(args, {wells, target, source}, stream);
    }
};

}  // namespace tasuki::nbody::potential
