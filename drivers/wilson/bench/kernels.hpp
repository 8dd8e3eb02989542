// The Wilson kernels by themselves on one worker: checked, then timed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"
#include "drivers/common/bandwidth.hpp"
#include "runtime/core/context.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Of every benchmark: no time depends on them.
inline constexpr double kKappa = 0.124;
inline constexpr int kBcT = -1;

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

/// Adds rows for faces of T and X ("pack t", "pack x", ...).  The three
/// kernels are checked as a chain: together they are one hopping term.
/// @throws NumericsError  the chain differs from the reference
template <class T, int kLinkReals>
void bench_faces(runtime::Context& context, const runtime::Worker& worker,
                 const KernelData& data, const KernelBenchOptions& options,
                 std::vector<KernelRow>& rows);

/// What a lattice needs, asked before anything is measured: a second lattice
/// that cannot be computed would lose what the first one took.
/// @throws UsageError        the kernels cannot take it as one block
/// @throws UnavailableError  the host's memory is too small for it
void check_bench_lattice(const lattice::Extents& extents,
                         const KernelBenchOptions& options);

/// The table and the JSON of one lattice.
/// @param device  and its bandwidth, measured in the same run
void print_kernels(const WorkerBandwidth& device, const std::string& lattice,
                   const std::vector<KernelRow>& rows);
Json kernels_json(const WorkerBandwidth& device, const std::string& lattice,
                  const std::vector<KernelRow>& rows);

}  // namespace tasuki::drivers
