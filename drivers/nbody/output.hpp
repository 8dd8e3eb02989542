// The files that a run of bodies writes on its way, on the first rank.
#pragma once

#include "drivers/experiment/steps/run_files.hpp"
#include "drivers/nbody/options.hpp"
#include "drivers/nbody/plan.hpp"
#include "views/maps/bodies/picture.hpp"

namespace tasuki::drivers {

class NbodyFiles : public RunFiles {
  public:
    NbodyFiles(const NbodyOptions& options, const NbodyPlan& plan);

    /// Snapshot, and picture if asked; chooses the scale of the pictures.
    void snapshot(io::Snapshot& state);
    /// Both put the scale into the state.
    void checkpoint(io::Snapshot& state) const;
    /// If it is asked for.
    void film(const io::Snapshot& state) const;

  private:
    views::Image draw(const io::Snapshot& state, int pixels,
                      views::Labels labels) const;

    views::Plane plane_;
    std::optional<io::PictureScale> scale_;  // none until the first picture
};

}  // namespace tasuki::drivers
