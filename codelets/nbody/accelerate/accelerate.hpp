// accelerate: gravity of n_j bodies on n_i,
//   a_i (+)= sum_j m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^(3/2)
// in units with G = 1.  A body does not pull itself: its distance is zero.
// 22 flop per interaction as the paper counts; 19 operations are needed, of
// which one is a reciprocal square root.  Where it is asked for, the same pass
// gives the wells that the sources are for the targets, of which energies are
// made,
//   -phi_i (+)= sum_j m_j / sqrt(|r_j - r_i|^2 + eps^2)
// in double over runs of at most kRun sources.  A body is none for itself:
// pairs i = j are left out where targets and sources are the same array.
// Accelerations have the same bits with wells and without.
// Source: N-body on MI100 and A100 with HIP and CUDA, IPSJ SIG-HPC 182-2
// (2021); softening: Plummer, MNRAS 71 (1911) 460.
#pragma once

#include <cstdint>
#include <string>

#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/layout.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::nbody::accelerate {

inline constexpr double kFlopsPerInteraction = 22;
/// More where wells are asked for.
inline constexpr double kFlopsPerWell = 2;

struct Args {
    std::uint32_t targets;  ///< n_i
    std::uint32_t sources;  ///< n_j
    /// eps^2, at least least_eps2(); never zero, so that a body's pull on
    /// itself is zero and not undefined.
    double eps2;
    Wish wish;  ///< of the GPU's kernel
};

/// Replaces eps^2 = 0 for lengths of about 1: it adds nothing to the square of
/// a distance above 1e-8 (double: 1e-92), and its power -3/2 is a finite
/// number.
template <class F>
constexpr double least_eps2() {
    return sizeof(F) == 4 ? 1e-24 : 1e-200;
}

template <class N>
struct Fields {
    Quad<typename N::Force>* acceleration;  // (n_i)
    const Quad<typename N::State>* target;  // (n_i)
    const Quad<typename N::State>* source;  // (n_j)
    double* wells = nullptr;                // (n_i); null: not asked for
};

/// @tparam kAdd  to what is there, or in its place
template <class N, bool kAdd>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);
/// Measures which variants of those that args.wish allows is fastest here, and
/// keeps it; does nothing where that was done.
template <class N>
void tune_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);
/// The variant that run_gpu() launches on that device.
template <class N>
std::string variant_on(int device, const Args& args);

template <class N, bool kAdd>
struct Kernel {
    static constexpr auto name = "accelerate";
    static constexpr bool needs_flops = true;
    static std::string model() {
        return std::string{kAdd ? "accelerate_add_" : "accelerate_"} +
               numbers_name<N>();
    }
    using Args = accelerate::Args;
    using Force = Quad<typename N::Force>;
    using Body = Quad<typename N::State>;
    static void cpu(const Args& args, runtime::WriteOrAdd<Force, kAdd> sum,
                    runtime::Read<Body> target,
                    runtime::Read<Body> source) noexcept {
        run_cpu<N, kAdd>(args, {sum, target, source});
    }
    static void gpu(const Args& args, runtime::WriteOrAdd<Force, kAdd> sum,
                    runtime::Read<Body> target, runtime::Read<Body> source,
                    gpu::Stream stream) {
        run_gpu<N, kAdd>(args, {sum, target, source}, stream);
    }
};

/// With wells.
template <class N, bool kAdd>
struct PotentialKernel {
    static constexpr auto name = "accelerate_potential";
    static constexpr bool needs_flops = true;
    static std::string model() {
        return std::string{kAdd ? "accelerate_potential_add_"
                                : "accelerate_potential_"} +
               numbers_name<N>();
    }
    using Args = accelerate::Args;
    using Force = Quad<typename N::Force>;
    using Body = Quad<typename N::State>;
    static void cpu(const Args& args, runtime::WriteOrAdd<Force, kAdd> sum,
                    runtime::WriteOrAdd<double, kAdd> wells,
                    runtime::Read<Body> target,
                    runtime::Read<Body> source) noexcept {
        run_cpu<N, kAdd>(args, {sum, target, source, wells});
    }
    static void gpu(const Args& args, runtime::WriteOrAdd<Force, kAdd> sum,
                    runtime::WriteOrAdd<double, kAdd> wells,
                    runtime::Read<Body> target, runtime::Read<Body> source,
                    gpu::Stream stream) {
        run_gpu<N, kAdd>(args, {sum, target, source, wells}, stream);
    }
};

/// Without a model: how long it takes says nothing about the kernel.
template <class N>
struct TuneKernel : runtime::WithoutModel {
    static constexpr auto name = "tune";
    static constexpr bool needs_flops = true;
    using Args = accelerate::Args;
    using Body = Quad<typename N::State>;
    static void gpu(const Args& args,
                    runtime::Write<Quad<typename N::Force>> sum,
                    runtime::Read<Body> target, runtime::Read<Body> source,
                    gpu::Stream stream) {
        tune_gpu<N>(args, {sum, target, source}, stream);
    }
};

}  // namespace tasuki::nbody::accelerate
