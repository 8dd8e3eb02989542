// The files of a run with time steps, on the first rank.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "drivers/experiment/steps/step_plan.hpp"
#include "views/maps/image.hpp"

namespace tasuki::drivers {

/// FOLDER/snapshot_000120.h5, FOLDER/picture_000120.png, FOLDER/film.png and
/// the checkpoint.  Each is complete or absent.
class RunFiles {
  public:
    /// Outputs that are drawn and written at the same time.
    static std::size_t at_once(const StepOptions& options);
    /// How much is in memory for them, at most.
    struct Copies {
        double states;  ///< those under way or that wait, and a newer one
        double files;   ///< of each under way its own and what HDF5 makes it of
    };
    static Copies copies(const StepOptions& options);
    /// Makes the folder, and asks whether all can be written.
    /// @throws UsageError  it cannot
    RunFiles(const StepOptions& options, const StepPlan& plan);

    int snapshots() const { return snapshots_; }  ///< written, or being so

    /// Of an output.
    struct Parts {
        bool snapshot, checkpoint;
    };

  protected:
    /// Finds out that a run which goes on does so in its own folder.
    /// @param is_ours  reads a snapshot: it is of this run
    /// @throws UsageError  the first snapshot there is of another run
    void check_folder(
        const std::function<bool(const std::string& path)>& is_ours) const;
    /// The picture of a snapshot, or none: it is of another run.
    /// @param is_first  of the film
    using Draw = std::function<std::optional<views::Image>(
        const std::string& path, bool is_first)>;
    /// Makes the film of the snapshots in the folder, so that it is the same
    /// after a restart; after the last snapshot.
    void write_film(const Draw& draw) const;

    /// Whether the run does not go on from that snapshot; counts it then.
    bool wants_snapshot(std::uint64_t step) {
        if (step == resumed_at_) return false;
        ++snapshots_;
        return true;
    }
    /// Of the snapshot; any thread may call.
    std::string snapshot_path(std::uint64_t step) const {
        return path("snapshot", step, "h5");
    }
    template <class Write>
    void write_checkpoint(std::uint64_t step, const Write& write) const {
        if (step != resumed_at_) write(checkpoint_);
    }
    void write_picture(std::uint64_t step, const views::Image& image) const;

    bool pictures_, film_;

  private:
    /// What --overwrite gives up: files of both runs in one folder would pass
    /// for one.
    void remove_earlier() const;
    /// Of the outputs from the start of the run on, those that are there.
    std::vector<std::string> snapshots_so_far() const;
    std::string path(const char* name, std::uint64_t step,
                     const char* ending) const;

    const StepPlan& plan_;
    std::string folder_, checkpoint_;
    std::optional<std::uint64_t> resumed_at_;
    int snapshots_ = 0;
};

}  // namespace tasuki::drivers
