#include "drivers/nbody/output.hpp"

namespace tasuki::drivers {

NbodyFiles::NbodyFiles(const NbodyOptions& options, const NbodyPlan& plan)
    : RunFiles{options, plan},
      plane_{options.plane == "xz" ? views::Plane::xz : views::Plane::xy} {}

void NbodyFiles::snapshot(io::Snapshot& state) {
    if (!state.scale && (pictures_ || film_))
        state.scale = views::choose_scale(state.bodies, plane_);
    const auto draw = [&](int pixels, views::Labels labels) {
        return views::draw_bodies(state.bodies, state.time, *state.scale,
                                  plane_, pixels, labels);
    };
    constexpr int large = 720, small = 320;
    using enum views::Labels;
    // One bar does for all of the film.
    if (film_ && film_->wants_next())
        film_->add(draw(small, film_->empty() ? time_and_bar : time));
    if (pictures_) write_picture(state.step, draw(large, time_and_bar));
    write_snapshot(state.step, [&](const std::string& path) {
        io::write_snapshot(path, state);
    });
}

void NbodyFiles::checkpoint(const io::Snapshot& state) const {
    write_checkpoint(state.step, [&](const std::string& path) {
        io::write_snapshot(path, state);
    });
}

}  // namespace tasuki::drivers
