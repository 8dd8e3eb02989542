// Kernels that are one sweep, with and without sums, and those that tune the
// launch of it.
#pragma once

#include <string>

#include "codelets/wilson/hopping/sweep_gpu.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson {

/// @tparam What  `name`, and types `Args` and `Fields<T>`, beside which
///               sweep(args) and sweep_fields(args, fields) say what is
///               computed
template <class What, class T, int kLinkReals>
struct SweepKernel {
    static constexpr auto name = What::name;
    static std::string model() { return variant_name<T>(name, kLinkReals); }
    using Args = typename What::Args;
    using Fields = typename What::template Fields<T>;
    static void cpu(const Args& args, const Fields& fields) noexcept {
        sweep_cpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields));
    }
    static void gpu(const Args& args, const Fields& fields,
                    gpu::Stream stream) {
        sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                 stream);
    }
};

/// The same, of one parity, and sums of |out|^2 for tile_sums.  Its model has
/// the name of the sweep, which takes as long; StarPU tells them apart by their
/// arrays.
template <class What, class T, int kLinkReals>
struct SweepNormKernel {
    static constexpr auto name = What::name;
    static std::string model() {
        return SweepKernel<What, T, kLinkReals>::model();
    }
    using Args = typename What::Args;
    using Fields = typename What::template Fields<T>;
    /// @param of_tiles  (columns)(tiles)
    static void cpu(const Args& args, const Fields& fields,
                    runtime::Write<double> of_tiles) noexcept {
        sweep_cpu<T, kLinkReals>(sweep(args), with(of_tiles, args, fields));
    }
    static void gpu(const Args& args, const Fields& fields,
                    runtime::Write<double> of_tiles, gpu::Stream stream) {
        sweep_gpu<T, kLinkReals>(sweep(args), with(of_tiles, args, fields),
                                 stream);
    }

  private:
    static SweepFields<T> with(double* of_tiles, const Args& args,
                               const Fields& fields) {
        auto all = sweep_fields(args, fields);
        all.tile_sums = of_tiles;
        return all;
    }
};

/// Finds the fastest launch on its GPU and keeps it.  Without a model: how long
/// it takes says nothing about the kernel.
template <class What, class T, int kLinkReals>
struct TuneSweepKernel : runtime::WithoutModel {
    static constexpr auto name = "tune";
    static constexpr bool needs_flops = true;
    using Args = typename What::Args;
    static void gpu(const Args& args,
                    const typename What::template Fields<T>& f,
                    gpu::Stream stream) {
        tune_sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, f),
                                      stream);
    }
};

}  // namespace tasuki::wilson
