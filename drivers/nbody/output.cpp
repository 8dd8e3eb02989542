#include "drivers/nbody/output.hpp"

namespace tasuki::drivers {

NbodyFiles::NbodyFiles(const NbodyOptions& options, const NbodyPlan& plan)
    : RunFiles{options, plan},
      plane_{options.plane == "xz" ? views::Plane::xz : views::Plane::xy} {
    if (options.film) film_.emplace(plan.outputs(), plane_);
}

void NbodyFiles::snapshot(io::Snapshot& state) {
    if (!state.scale && (pictures_ || film_))
        state.scale = views::choose_scale(state.bodies, plane_);
    if (film_) film_->add(state.bodies, state.time, *state.scale);
    constexpr int kPixels = 720;
    if (pictures_)
        write_picture(state.step,
                      views::draw_bodies(state.bodies, state.time, *state.scale,
                                         plane_, kPixels));
    write_snapshot(state.step, [&](const std::string& path) {
        io::write_snapshot(path, state);
    });
}

void NbodyFiles::checkpoint(const io::Snapshot& state) const {
    write_checkpoint(state.step, [&](const std::string& path) {
        io::write_snapshot(path, state);
    });
}

void NbodyFiles::film() const {
    if (film_) write_film(film_->image());
}

}  // namespace tasuki::drivers
