#include "drivers/nbody/output.hpp"

namespace tasuki::drivers {

namespace {

/// By what it began with: no other run has the same energies.
bool is_same_run(const io::Snapshot& a, const io::Snapshot& b) {
    return a.start_time == b.start_time && a.start.mass == b.start.mass &&
           a.start.kinetic == b.start.kinetic &&
           a.start.potential == b.start.potential && a.clock.dt == b.clock.dt &&
           a.precision == b.precision;
}

}  // namespace

NbodyFiles::NbodyFiles(const NbodyOptions& options, const NbodyPlan& plan)
    : RunFiles{options, plan},
      plane_{options.plane == "xz" ? views::Plane::xz : views::Plane::xy},
      scale_{plan.begin.scale} {
    check_folder([&](const std::string& path) {
        return is_same_run(io::read_snapshot(*io::open_source(path)),
                           plan.begin);
    });
}

Outputs::Work NbodyFiles::output(const std::shared_ptr<io::Snapshot>& state,
                                 Parts parts) {
    if (parts.snapshot && !scale_ && (pictures_ || film_))
        scale_ = views::choose_scale(state->bodies, plane_);
    state->scale = scale_;
    const bool is_new = parts.snapshot && wants_snapshot(state->step);
    Outputs::Work work;
    if (parts.snapshot && pictures_)
        work.picture = [this, state] {
            write_picture(state->step,
                          draw(*state, kPixels, views::Labels::time_and_bar));
        };
    work.files = [this, state, is_new, is_checkpoint = parts.checkpoint] {
        if (is_new) io::write_snapshot(snapshot_path(state->step), *state);
        if (is_checkpoint) checkpoint(*state);
    };
    return work;
}

void NbodyFiles::checkpoint(const io::Snapshot& state) const {
    write_checkpoint(state.step, [&](const std::string& path) {
        io::write_snapshot(path, state);
    });
}

void NbodyFiles::film(const io::Snapshot& state) const {
    if (!film_) return;
    constexpr int small = 320;
    using enum views::Labels;
    write_film([&](const std::string& path,
                   bool is_first) -> std::optional<views::Image> {
        const auto s = io::read_snapshot(*io::open_source(path));
        if (!is_same_run(s, state)) return {};
        // One bar does for all of the film.
        return draw(s, small, is_first ? time_and_bar : time);
    });
}

views::Image NbodyFiles::draw(const io::Snapshot& state, int pixels,
                              views::Labels labels) const {
    return views::draw_bodies(state.bodies, state.time, *scale_, plane_, pixels,
                              labels);
}

}  // namespace tasuki::drivers
