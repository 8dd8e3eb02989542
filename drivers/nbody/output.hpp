// The files that a run of bodies writes on its way, on the first rank.
#pragma once

#include <memory>
#include <optional>

#include "drivers/experiment/steps/outputs.hpp"
#include "drivers/experiment/steps/run_files.hpp"
#include "drivers/nbody/options.hpp"
#include "drivers/nbody/plan.hpp"
#include "views/maps/bodies/picture.hpp"

namespace tasuki::drivers {

class NbodyFiles : public RunFiles {
  public:
    static constexpr int kPixels = 720;  ///< of a picture, along a side

    NbodyFiles(const NbodyOptions& options, const NbodyPlan& plan);

    /// What draws and writes the state: the snapshot with its picture if asked,
    /// and then the checkpoint.  Chooses the scale of the pictures, and puts it
    /// into the state.
    Outputs::Work output(const std::shared_ptr<io::Snapshot>& state,
                         Parts parts);
    /// If it is asked for.
    void film(const io::Snapshot& state) const;

  private:
    void checkpoint(const io::Snapshot& state) const;
    views::Image draw(const io::Snapshot& state, int pixels,
                      views::Labels labels) const;

    views::Plane plane_;
    std::optional<io::PictureScale> scale_;  // none until the first picture
};

}  // namespace tasuki::drivers
