// One way to drive the kernels of D, as `bench wilson --engine` times it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphs/wilson/operator.hpp"

namespace tasuki::drivers {

/// What every engine computes.
struct EngineProblem {
    const lattice::GaugeField& u;
    const lattice::SpinorField& source;
    graphs::wilson::Decomposition decomposition;
    graphs::wilson::OperatorOptions options;
};

/// Spinor fields of an engine: the source, and two that D is applied to.
inline constexpr int kEngineFields = 3;

class Engine {
  public:
    virtual ~Engine() = default;

    /// Whether StarPU's workers compute; else they had better sleep.
    virtual bool uses_starpu() const = 0;
    /// Starts `n` applications, one on the result of another, from the source
    /// every other time: D grows what it is applied to.
    virtual void apply(int n) = 0;
    /// Waits for all of them.
    virtual void wait() = 0;
    /// D source, on the sites of this rank.
    virtual lattice::SpinorField result() = 0;
};

/// tasuki, recorded (the same as graphs), streams, bare.
std::vector<std::string> engine_names();

/// Every rank calls, in the same order.
/// @param name  of engine_names(); `streams` needs a GPU worker in `context`
/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
std::unique_ptr<Engine> make_engine(const std::string& name,
                                    runtime::Context& context,
                                    const EngineProblem& problem);

}  // namespace tasuki::drivers
