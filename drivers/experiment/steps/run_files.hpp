// The files of a run with time steps, on the first rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/experiment/steps/step_plan.hpp"
#include "views/maps/image_strip.hpp"

namespace tasuki::drivers {

/// FOLDER/snapshot_000120.h5, FOLDER/picture_000120.png, FOLDER/film.png and
/// the checkpoint.  Each is complete or absent.
class RunFiles {
  public:
    /// Makes the folder, and asks whether all can be written.
    /// @throws UsageError  it cannot
    RunFiles(const StepOptions& options, const StepPlan& plan);

    int snapshots() const { return snapshots_; }  ///< written
    /// Writes the film, if there is one; after the last snapshot.
    void film() const;

  protected:
    /// Calls write(path), unless the run goes on from that snapshot.
    template <class Write>
    void write_snapshot(std::uint64_t step, const Write& write) {
        if (step == resumed_at_) return;
        write(path("snapshot", step, "h5"));
        ++snapshots_;
    }
    template <class Write>
    void write_checkpoint(std::uint64_t step, const Write& write) const {
        if (step != resumed_at_) write(checkpoint_);
    }
    void write_picture(std::uint64_t step, const views::Image& image) const;

    bool pictures_;
    std::optional<views::ImageStrip> film_;

  private:
    std::string path(const char* name, std::uint64_t step,
                     const char* ending) const;

    std::string folder_, checkpoint_;
    std::optional<std::uint64_t> resumed_at_;
    int snapshots_ = 0;
};

}  // namespace tasuki::drivers
