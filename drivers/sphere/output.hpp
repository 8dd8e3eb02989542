// The files that a run writes on its way, on the first rank.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "drivers/sphere/options.hpp"
#include "drivers/sphere/plan.hpp"
#include "views/maps/image_strip.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

/// FOLDER/snapshot_000120.h5, picture_000120.png and film.png, and the
/// checkpoint.  Each is complete or not there at all.
class SphereOutput {
  public:
    /// Makes the folder, and asks whether all can be written.
    /// @throws UsageError  it cannot
    SphereOutput(const SphereOptions& options, const SpherePlan& plan,
                 const sphere::Grid& grid);

    /// Snapshot, and picture if asked.  The snapshot that a run goes on from
    /// is not written again.
    /// @param field  vorticity, (J, I)
    void write_snapshot(io::FlowSnapshot& state,
                        const std::vector<double>& field);
    void write_checkpoint(const io::FlowSnapshot& state);
    /// After the last snapshot.
    void write_film() const;

    int snapshots() const { return snapshots_; }  ///< written

  private:
    std::string path(const char* name, std::uint64_t step,
                     const char* ending) const;
    void draw(io::FlowSnapshot& state, const std::vector<double>& field);
    views::Image map(const io::FlowSnapshot& state,
                     const std::vector<double>& field, int width) const;

    std::string folder_, checkpoint_;
    sphere::Grid grid_;
    bool pictures_;
    views::MapOptions::Projection projection_;
    std::optional<views::ImageStrip> film_;
    std::optional<std::uint64_t> resumed_at_;
    int snapshots_ = 0;
};

}  // namespace tasuki::drivers
