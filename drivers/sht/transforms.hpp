// Transforms of fields there and back, timed and recorded.
#pragma once

#include <optional>

#include "drivers/sht/run.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "runtime/core/context.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::drivers {

class Transforms {
  public:
    /// @param options, plan, context  outlive it
    Transforms(const ShtOptions& options, const ShtPlan& plan,
               runtime::Context& context, graphs::Share share);

    /// Repetitions of what --op asks for; the input must be there.
    void time(ShtResult& result);

    /// The repetitions of the window, recorded and not, in turns.
    void record(runtime::Recorder& recorder, ShtResult& result);

  protected:
    bool synthesizes() const { return options_.operation != "analysis"; }
    bool analyzes() const { return options_.operation != "synthesis"; }

    /// Calls act(array) for what this rank has.
    template <class Act>
    void for_blocks(const Act& act) {
        for (std::size_t b = 0; b < fields_.block.size(); ++b)
            if (transform_.is_local(b)) act(fields_.block[b]);
    }

    const ShtOptions& options_;
    const ShtPlan& plan_;
    runtime::Context& context_;
    bool on_host_;
    graphs::sphere::Transform transform_;
    graphs::sphere::Spectra spectra_, back_;
    graphs::sphere::Fields fields_;

  private:
    struct Seconds {
        double synthesis = 0, analysis = 0;
    };

    Seconds repetition();
    /// Seconds per repetition; in a trace they are numbered from `number`.
    double stretch(int repetitions, std::optional<int> number = {});
    template <class Read>
    double timed(runtime::Graph& graph, const Read& read);
    double synthesize();
    double analyze();

    runtime::Graph synthesis_, analysis_;
};

}  // namespace tasuki::drivers
