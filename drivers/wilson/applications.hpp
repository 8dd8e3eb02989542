// Applications of the operator to fields in blocks, timed and recorded.
#pragma once

#include <optional>

#include "drivers/wilson/run.hpp"
#include "graphs/wilson/block_field.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::drivers {

/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
class Applications {
  public:
    /// @param options, context  outlive it
    /// @param u, source         fields of a simulation may have no elements
    /// @throws UnavailableError  the placement needs a worker that is not here
    Applications(const WilsonOptions& options,
                 graphs::wilson::Placement placement, runtime::Context& context,
                 const graphs::wilson::Decomposition& decomposition,
                 const lattice::GaugeField& u,
                 const lattice::SpinorField& source);

    /// Repetitions of as many applications as options or their time say.
    void time(WilsonResult& result);

    /// The applications of the window, recorded and not, in turns: what a
    /// record costs is measured against its own like.
    void record(runtime::Recorder& recorder, WilsonResult& result);

  protected:
    const WilsonOptions& options_;
    runtime::Context& context_;
    graphs::wilson::Placement placement_;
    int bc_t_;
    graphs::wilson::WilsonOperator<T, kLinkReals> d_;
    graphs::wilson::BlockField<T> in_, x_, y_;

  private:
    /// Seconds per application, `iterations` of them in flight; in a trace
    /// they are numbered from `number`.
    double repetition(int iterations, std::optional<int> number = {});

    // From the source, and from what that gives.
    std::optional<runtime::Graph> even_, odd_;
};

}  // namespace tasuki::drivers
