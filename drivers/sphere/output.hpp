// The files that a flow writes on its way, on the first rank.
#pragma once

#include <optional>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "drivers/experiment/steps/run_files.hpp"
#include "drivers/sphere/options.hpp"
#include "drivers/sphere/plan.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

class SphereFiles : public RunFiles {
  public:
    SphereFiles(const SphereOptions& options, const SpherePlan& plan,
                const sphere::Grid& grid);

    /// Snapshot, and picture if asked; chooses the scale of the colours.
    /// @param field  vorticity, (J, I)
    void snapshot(io::FlowSnapshot& state, const std::vector<double>& field);
    /// Both put the scale into the state.
    void checkpoint(io::FlowSnapshot& state) const;
    /// If it is asked for.
    void film(const io::FlowSnapshot& state) const;

  private:
    views::Map map(int width) const;

    sphere::Grid grid_;
    views::MapOptions::Projection projection_;
    /// The end of the scale of colours; none until the first picture.
    std::optional<double> largest_;
    std::optional<views::Map> map_;  // of pictures
};

}  // namespace tasuki::drivers
