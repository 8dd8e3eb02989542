// StarPU glue of a kernel that is one sweep, and of the task that tunes the
// launch of it.
#pragma once

#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/codelet.hpp"

namespace tasuki::wilson {

/// Its two codelets, each registered once per process.
/// @tparam Kernel  `name`, `access` of its buffers, and types `Args` and
///                 `Fields<T>`, beside which sweep(args) and
///                 sweep_fields(args, fields) say what is computed
template <class Kernel, class T, int kLinkReals>
class SweepCodelet {
  public:
    static runtime::Codelet& compute() {
        static const std::string model =
            variant_name<T>(Kernel::name, kLinkReals);
        static runtime::Codelet instance{
            {.name = Kernel::name,
             .model = model.c_str(),
             .access = {Kernel::access.begin(), Kernel::access.end()},
             .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
             .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
        return instance;
    }

    /// Without a model: how long it takes says nothing about the kernel.
    static runtime::Codelet& tune() {
        static runtime::Codelet instance{
            {.name = "tune",
             .model = nullptr,
             .access = {Kernel::access.begin(), Kernel::access.end()},
             .gpu = runtime::gpu_entry<Args, Fields, tune_gpu>}};
        return instance;
    }

  private:
    using Args = typename Kernel::Args;
    using Fields = typename Kernel::template Fields<T>;

    static void run_cpu(const Args& args, const Fields& fields) {
        sweep_cpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields));
    }
    static void run_gpu(const Args& args, const Fields& fields,
                        gpu::Stream stream) {
        sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                 stream);
    }
    static void tune_gpu(const Args& args, const Fields& fields,
                         gpu::Stream stream) {
        tune_sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                      stream);
    }
};

}  // namespace tasuki::wilson
