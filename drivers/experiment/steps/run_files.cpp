#include "drivers/experiment/steps/run_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/atomic_file.hpp"
#include "runtime/error.hpp"
#include "views/maps/png.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

RunFiles::RunFiles(const StepOptions& options, const StepPlan& plan)
    : pictures_{options.pictures},
      folder_{options.out},
      checkpoint_{options.checkpoint} {
    if (options.film) film_.emplace(plan.outputs());
    if (plan.resumed) resumed_at_ = plan.first_step;
    if (!checkpoint_.empty()) io::check_writable(checkpoint_);
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        throw runtime::UsageError(fmt::format("--out {}: cannot be made: {}",
                                              folder_, error.message()));
    io::check_writable(path("snapshot", plan.last_step, "h5"));
}

std::string RunFiles::path(const char* name, std::uint64_t step,
                           const char* ending) const {
    return (fs::path{folder_} / fmt::format("{}_{:06}.{}", name, step, ending))
        .string();
}

void RunFiles::write_picture(std::uint64_t step,
                             const views::Image& image) const {
    views::write_png(path("picture", step, "png"), image);
}

void RunFiles::film() const {
    if (film_)
        views::write_png((fs::path{folder_} / "film.png").string(),
                         film_->image());
}

}  // namespace tasuki::drivers
