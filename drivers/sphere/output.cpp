#include "drivers/sphere/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "runtime/error.hpp"
#include "views/maps/png.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

SphereOutput::SphereOutput(const SphereOptions& options, const SpherePlan& plan,
                           const sphere::Grid& grid)
    : folder_{options.out},
      checkpoint_{options.checkpoint},
      grid_{grid},
      pictures_{options.pictures},
      projection_{views::parse_projection(options.projection)} {
    if (plan.resumed) resumed_at_ = plan.begin.step;
    if (options.film) film_.emplace(plan.outputs());
    if (!checkpoint_.empty()) io::check_writable(checkpoint_);
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        throw runtime::UsageError(fmt::format("--out {}: cannot be made: {}",
                                              folder_, error.message()));
    io::check_writable(path("snapshot", plan.last_step, "h5"));
}

std::string SphereOutput::path(const char* name, std::uint64_t step,
                               const char* ending) const {
    return (fs::path{folder_} / fmt::format("{}_{:06}.{}", name, step, ending))
        .string();
}

void SphereOutput::write_snapshot(io::FlowSnapshot& state,
                                  const std::vector<double>& field) {
    if (pictures_ || film_) draw(state, field);
    if (state.step == resumed_at_) return;
    io::write_flow(path("snapshot", state.step, "h5"), state, grid_, field);
    ++snapshots_;
}

void SphereOutput::write_checkpoint(const io::FlowSnapshot& state) {
    if (state.step != resumed_at_)
        io::write_flow(checkpoint_, state, grid_, {});
}

void SphereOutput::write_film() const {
    if (film_)
        views::write_png((fs::path{folder_} / "film.png").string(),
                         film_->image());
}

/// The same colours for all pictures of a run, so that they can be compared.
views::Image SphereOutput::map(const io::FlowSnapshot& state,
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

void SphereOutput::draw(io::FlowSnapshot& state,
                        const std::vector<double>& field) {
    if (!state.largest) {
        double largest = 0;
        for (const double zeta : field)
            largest = std::max(largest, std::abs(zeta));
        state.largest = largest > 0 ? largest : 1;
    }
    constexpr int large = 960, small = 400;
    if (film_ && film_->wants_next()) film_->add(map(state, field, small));
    if (pictures_)
        views::write_png(path("picture", state.step, "png"),
                         map(state, field, large));
}

}  // namespace tasuki::drivers
