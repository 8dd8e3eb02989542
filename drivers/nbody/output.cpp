#include "drivers/nbody/output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/atomic_file.hpp"
#include "runtime/error.hpp"
#include "views/maps/png.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

NbodyOutput::NbodyOutput(const NbodyOptions& options, const NbodyPlan& plan)
    : folder_{options.out},
      checkpoint_{options.checkpoint},
      pictures_{options.pictures},
      plane_{options.plane == "xz" ? views::Plane::xz : views::Plane::xy} {
    if (plan.resumed) resumed_at_ = plan.begin.step;
    if (options.film) film_.emplace(plan.outputs(), plane_);
    if (wants_checkpoints()) io::check_writable(checkpoint_);
    if (!wants_snapshots()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        throw runtime::UsageError(fmt::format("--out {}: cannot be made: {}",
                                              folder_, error.message()));
    io::check_writable(path("snapshot", plan.last_step, "h5"));
}

std::string NbodyOutput::path(const char* name, std::uint64_t step,
                              const char* ending) const {
    return (fs::path{folder_} / fmt::format("{}_{:06}.{}", name, step, ending))
        .string();
}

void NbodyOutput::write_snapshot(io::Snapshot& state) {
    if (pictures_ || film_) draw(state);
    if (state.step == resumed_at_) return;
    io::write_snapshot(path("snapshot", state.step, "h5"), state);
    ++snapshots_;
}

void NbodyOutput::draw(io::Snapshot& state) {
    if (!state.scale) state.scale = views::choose_scale(state.bodies, plane_);
    if (film_) film_->add(state.bodies, state.time, *state.scale);
    if (!pictures_) return;
    constexpr int kPixels = 720;
    views::write_png(path("picture", state.step, "png"),
                     views::draw_bodies(state.bodies, state.time, *state.scale,
                                        plane_, kPixels));
}

void NbodyOutput::write_checkpoint(io::Snapshot& state) {
    if (state.step != resumed_at_) io::write_snapshot(checkpoint_, state);
}

void NbodyOutput::write_film() const {
    if (film_)
        views::write_png((fs::path{folder_} / "film.png").string(),
                         film_->image());
}

}  // namespace tasuki::drivers
