#include "drivers/sphere/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tasuki::drivers {

SphereFiles::SphereFiles(const SphereOptions& options, const SpherePlan& plan,
                         const sphere::Grid& grid)
    : RunFiles{options, plan},
      grid_{grid},
      projection_{views::parse_projection(options.projection)} {}

void SphereFiles::snapshot(io::FlowSnapshot& state,
                           const std::vector<double>& field) {
    if (pictures_ || film_) draw(state, field);
    write_snapshot(state.step, [&](const std::string& path) {
        io::write_flow(path, state, grid_, field);
    });
}

void SphereFiles::checkpoint(const io::FlowSnapshot& state) const {
    write_checkpoint(state.step, [&](const std::string& path) {
        io::write_flow(path, state, grid_, {});
    });
}

/// The same colours for all pictures of a run, so that they can be compared.
views::Image SphereFiles::map(const io::FlowSnapshot& state,
                              const std::vector<double>& field,
                              int width) const {
    views::MapOptions options;
    options.projection = projection_;
    options.width = width;
    // The pole and the equator are seen.
    if (projection_ == views::MapOptions::Projection::orthographic)
        options.centre_latitude = 40;
    options.title = fmt::format("vorticity, day {:.2f}", state.time);
    options.unit = "1/day";
    options.least = -*state.largest;
    options.most = *state.largest;
    return views::draw_map(grid_, field, options);
}

void SphereFiles::draw(io::FlowSnapshot& state,
                       const std::vector<double>& field) {
    if (!state.largest) {
        double largest = 0;
        for (const double zeta : field)
            largest = std::max(largest, std::abs(zeta));
        state.largest = largest > 0 ? largest : 1;
    }
    constexpr int large = 960, small = 400;
    if (film_ && film_->wants_next()) film_->add(map(state, field, small));
    if (pictures_) write_picture(state.step, map(state, field, large));
}

}  // namespace tasuki::drivers
