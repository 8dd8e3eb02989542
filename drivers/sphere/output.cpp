#include "drivers/sphere/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tasuki::drivers {

namespace {

/// By what it began with: no other run has the same energy.
bool is_same_run(const io::FlowSnapshot& a, const io::FlowSnapshot& b) {
    return a.start_time == b.start_time && a.start_energy == b.start_energy &&
           a.start_enstrophy == b.start_enstrophy && a.clock.dt == b.clock.dt &&
           a.rotation == b.rotation &&
           a.damping.viscosity == b.damping.viscosity;
}

std::string title(double time) {
    return fmt::format("vorticity, day {:.2f}", time);
}

views::MapOptions size_of_map(views::MapOptions::Projection projection,
                              int width) {
    // The title leaves room for one.
    return {.projection = projection, .width = width, .title = title(0)};
}

double largest_of(const std::vector<double>& field) {
    double largest = 0;
    for (const double zeta : field) largest = std::max(largest, std::abs(zeta));
    return largest > 0 ? largest : 1;
}

}  // namespace

SphereFiles::SphereFiles(const SphereOptions& options, const SpherePlan& plan,
                         const sphere::Grid& grid)
    : RunFiles{options, plan},
      grid_{grid},
      axes_{grid},
      projection_{views::parse_projection(options.projection)},
      largest_{plan.begin.largest} {
    check_folder([&](const std::string& path) {
        return is_same_run(io::read_flow(*io::open_source(path)), plan.begin);
    });
}

Outputs::Work SphereFiles::output(const std::shared_ptr<State>& state,
                                  Parts parts) {
    if (parts.snapshot && (pictures_ || film_) && !largest_)
        largest_ = largest_of(state->field);
    state->largest = largest_;
    const bool is_new = parts.snapshot && wants_snapshot(state->step);
    Outputs::Work work;
    if (parts.snapshot && pictures_)
        work.picture = [this, state] { draw(*state); };
    work.files = [this, state, is_new, is_checkpoint = parts.checkpoint] {
        if (is_new)
            io::write_flow(snapshot_path(state->step), *state, axes_,
                           state->field);
        if (is_checkpoint) checkpoint(*state);
    };
    return work;
}

/// The first pictures wait for what they share, which takes longer than one of
/// them; no step does.
void SphereFiles::draw(const State& state) {
    std::call_once(map_is_made_,
                   [this] { map_.emplace(grid_, map_options(kPixels)); });
    write_picture(state.step, map_->draw(state.field, title(state.time)));
}

void SphereFiles::checkpoint(const io::FlowSnapshot& state) const {
    write_checkpoint(state.step, [&](const std::string& path) {
        io::write_flow(path, state, axes_, {});
    });
}

void SphereFiles::film(const io::FlowSnapshot& state) const {
    if (!film_) return;
    constexpr int small = 400;
    std::optional<views::Map> map_of_film;
    write_film(
        [&](const std::string& path, bool) -> std::optional<views::Image> {
            std::vector<double> field;
            const auto s = io::read_flow(*io::open_source(path), &field);
            if (!is_same_run(s, state) || field.size() != grid_.size())
                return {};
            if (!map_of_film) map_of_film.emplace(grid_, map_options(small));
            return map_of_film->draw(field, title(s.time));
        });
}

/// The same colours for all pictures of a run, so that they can be compared.
views::MapOptions SphereFiles::map_options(int width) const {
    auto options = size_of_map(projection_, width);
    // The pole and the equator are seen.
    if (projection_ == views::MapOptions::Projection::orthographic)
        options.centre_latitude = 40;
    options.unit = "1/day";
    options.least = -*largest_;
    options.most = *largest_;
    return options;
}

views::MapBytes SphereFiles::map_bytes(const SphereOptions& options,
                                       const sphere::Grid& grid) {
    return views::map_bytes(
        grid,
        size_of_map(views::parse_projection(options.projection), kPixels));
}

}  // namespace tasuki::drivers
