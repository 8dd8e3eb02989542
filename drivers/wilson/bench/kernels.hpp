// The Wilson kernels by themselves on one worker: checked, then timed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"
#include "runtime/context.hpp"

namespace tasuki::drivers {

/// One kernel in one stored form on one lattice.
struct KernelRow {
    std::string kernel;     ///< e.g. "hopping"
    std::string precision;  ///< "double", "single" or "half"
    int reconstruct;        ///< reals stored per link; 0 where none is read
    double sites;           ///< that one call computes
    double bytes_per_site;  ///< least memory traffic [B]
    double flops_per_site;  ///< as the lattice community counts; 0: not said
    double error;           ///< relative, from the plain reference
    double bound;           ///< what `error` was held against
    std::vector<double> seconds;  ///< per call, one per repetition

    double median_seconds() const;
    double gbs() const;
    double gflops() const;
};

struct KernelBenchOptions {
    std::vector<std::string> kernels;     ///< of kernel_names()
    std::vector<std::string> precisions;  ///< double, single, half
    std::vector<int> reconstructs;        ///< 18, 12, 8
    int repetitions;

    bool wants(std::string_view kernel) const;
    /// Of the stored forms.
    bool wants(std::string_view precision, int reconstruct) const;
};

/// interior, hopping, hopping+x, pack, matvec, merge.
std::vector<std::string> kernel_names();

/// Links and a source that every row of a lattice is computed from.
struct KernelData {
    lattice::GaugeField u;
    lattice::SpinorField psi;
};
/// A hot start and Gaussian noise, in this part of a lattice.
KernelData kernel_data(const lattice::Region& region);

/// @throws NumericsError  a kernel differs from the reference by more than
///                        its precision explains
std::vector<KernelRow> bench_kernels(runtime::Context& context,
                                     const runtime::Worker& worker,
                                     const KernelData& data,
                                     const KernelBenchOptions& options);

}  // namespace tasuki::drivers
