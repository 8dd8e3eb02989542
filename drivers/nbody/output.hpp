// The files that a run writes on its way, on the first rank.
#pragma once

#include <optional>
#include <string>

#include "drivers/nbody/options.hpp"
#include "drivers/nbody/plan.hpp"
#include "views/maps/bodies/film_strip.hpp"

namespace tasuki::drivers {

/// FOLDER/snapshot_000120.h5, picture_000120.png and film.png, and the
/// checkpoint.  Each is complete or not there at all.
class NbodyOutput {
  public:
    /// Makes the folder, and asks whether all can be written.
    /// @throws UsageError  it cannot
    NbodyOutput(const NbodyOptions& options, const NbodyPlan& plan);

    bool wants_snapshots() const { return !folder_.empty(); }
    bool wants_checkpoints() const { return !checkpoint_.empty(); }

    /// Snapshot, and picture if asked.  The snapshot that a run goes on from
    /// is not written again.
    void write_snapshot(io::Snapshot& state);
    void write_checkpoint(io::Snapshot& state);
    /// After the last snapshot.
    void write_film() const;

    int snapshots() const { return snapshots_; }  ///< written

  private:
    std::string path(const char* name, std::uint64_t step,
                     const char* ending) const;
    void draw(io::Snapshot& state);

    std::string folder_, checkpoint_;
    bool pictures_;
    views::Plane plane_;
    std::optional<std::uint64_t> resumed_at_;
    std::optional<views::FilmStrip> film_;
    int snapshots_ = 0;
};

}  // namespace tasuki::drivers
