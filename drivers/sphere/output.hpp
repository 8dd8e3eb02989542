// The files that a flow writes on its way, on the first rank.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "drivers/experiment/steps/outputs.hpp"
#include "drivers/experiment/steps/run_files.hpp"
#include "drivers/sphere/options.hpp"
#include "drivers/sphere/plan.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

class SphereFiles : public RunFiles {
  public:
    /// What pictures take in memory.
    static views::MapBytes map_bytes(const SphereOptions& options,
                                     const sphere::Grid& grid);

    SphereFiles(const SphereOptions& options, const SpherePlan& plan,
                const sphere::Grid& grid);

    /// A state, and of a snapshot its vorticity on the grid.
    struct State : io::FlowSnapshot {
        std::vector<double> field{};  ///< (J, I)
    };
    /// What draws and writes the state: the snapshot with its picture if asked,
    /// and then the checkpoint.  Chooses the scale of the colours, and puts it
    /// into the state.
    Outputs::Work output(const std::shared_ptr<State>& state, Parts parts);
    /// If it is asked for.
    void film(const io::FlowSnapshot& state) const;

  private:
    void draw(const State& state);
    void checkpoint(const io::FlowSnapshot& state) const;
    views::MapOptions map_options(int width) const;

    static constexpr int kPixels = 960;  ///< width of pictures

    sphere::Grid grid_;
    io::GridAxes axes_;
    views::MapOptions::Projection projection_;
    /// The end of the scale of colours; none until the first picture.
    std::optional<double> largest_;
    std::once_flag map_is_made_;
    std::optional<views::Map> map_;  // of pictures
};

}  // namespace tasuki::drivers
