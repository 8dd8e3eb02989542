// The kernels as plain starpu_codelets.  Arguments travel by STARPU_VALUE; the
// models are keyed by sizes of data, as StarPU does it by itself.
#pragma once

#include <starpu.h>

#include <string>

namespace tasuki::peers::bare {

/// Buffers of each as in the signature of its kernel; pack, matvec and merge
/// take those of a list of faces, whose modes come with the task.
/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
class Codelets {
  public:
    /// One set per process: StarPU reads the models at its shutdown.
    static Codelets& instance();

    starpu_codelet pack{}, matvec{}, interior{}, merge{};
    /// Finds the fastest launch of `interior` on its GPU; without a model.
    starpu_codelet tune{};

  private:
    Codelets();
    struct Model {
        std::string symbol;
        starpu_perfmodel model{};
    };
    Model models_[4];
};

}  // namespace tasuki::peers::bare
