// reunitarization: brings every link of a slab back to SU(3), from which
// rounding drives the products of many updates away.
// Source: Gattringer & Lang (2010), ch. 4.
#pragma once

#include <string>

#include "codelets/lattice/gauge_field.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::quenched::reunitarization {

struct Args {};

inline constexpr double kFlopsPerLink = 200;  ///< [flop/link]

/// All links of the slab.
void run_cpu(const Args& args, runtime::Update<lattice::Matrix3> u) noexcept;
void run_gpu(const Args& args, runtime::Update<lattice::Matrix3> u,
             gpu::Stream stream);

struct Kernel {
    static constexpr auto name = "reunitarization";
    static std::string model() { return "reunitarization"; }
    using Args = reunitarization::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::quenched::reunitarization
