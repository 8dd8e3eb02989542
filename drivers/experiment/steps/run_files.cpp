#include "drivers/experiment/steps/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/atomic_file.hpp"
#include "io/folders.hpp"
#include "io/input_error.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "views/maps/image_strip.hpp"
#include "views/maps/png.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

namespace {

bool is_snapshot(const fs::path& file) {
    const auto name = file.filename().string();
    return name.starts_with("snapshot_") && name.ends_with(".h5");
}

}  // namespace

RunFiles::RunFiles(const StepOptions& options, const StepPlan& plan)
    : pictures_{options.pictures},
      film_{options.film},
      plan_{plan},
      folder_{options.out},
      checkpoint_{options.checkpoint} {
    if (plan.resumed) resumed_at_ = plan.first_step;
    if (folder_.empty()) return;
    try {
        io::create_folders(folder_);
    } catch (const fs::filesystem_error& e) {
        throw runtime::UsageError(fmt::format("--out {}: cannot be made: {}",
                                              folder_, e.code().message()));
    }
    io::check_writable(path("snapshot", plan.last_step, "h5"));
    if (!resumed_at_) remove_earlier();
}

std::size_t RunFiles::at_once(const StepOptions& options) {
    if (options.outputs_beside)
        return static_cast<std::size_t>(*options.outputs_beside);
    // A disk that confirms each file waits more than it writes.
    constexpr std::size_t kMost = 8;
    return std::clamp<std::size_t>(runtime::allowed_cpus().size() / 2, 1,
                                   kMost);
}

RunFiles::Copies RunFiles::copies(const StepOptions& options) {
    const auto under_way = static_cast<double>(at_once(options));
    return {under_way + 1 + 1, 2 * std::max(under_way, 1.0)};
}

void RunFiles::check_folder(
    const std::function<bool(const std::string& path)>& is_ours) const {
    if (!resumed_at_ || folder_.empty()) return;
    fs::path first;
    for (const auto& entry : fs::directory_iterator{folder_})
        if (is_snapshot(entry.path()) &&
            (first.empty() || entry.path() < first))
            first = entry.path();
    if (!first.empty() && !is_ours(first.string()))
        throw runtime::UsageError(fmt::format(
            "--out {}: expected a folder of the run that goes on, found {} of "
            "another",
            folder_, first.filename().string()));
}

void RunFiles::remove_earlier() const {
    for (const auto& entry : fs::directory_iterator{folder_}) {
        const auto name = entry.path().filename().string();
        const bool picture =
            name.starts_with("picture_") && name.ends_with(".png");
        if (is_snapshot(entry.path()) || picture || name == "film.png")
            fs::remove(entry.path());
    }
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

std::vector<std::string> RunFiles::snapshots_so_far() const {
    std::vector<std::string> found;
    std::uint64_t step = 0;
    for (bool more = true; more; step = plan_.next_output(step)) {
        if (auto file = path("snapshot", step, "h5"); fs::exists(file))
            found.push_back(std::move(file));
        more = step < plan_.last_step;
    }
    return found;
}

void RunFiles::write_film(const Draw& draw) const {
    const auto files = snapshots_so_far();
    if (files.empty() || files.front() != path("snapshot", 0, "h5"))
        runtime::logger().warn(
            "--film: no snapshot of step 0 is in {}: the film begins "
            "later than the run",
            folder_);
    views::ImageStrip strip{files.size()};
    for (const auto& file : files) {
        if (!strip.wants_next()) continue;
        // The run is done: a picture that is missing must not take its result.
        try {
            if (auto image = draw(file, strip.empty()))
                strip.add(*std::move(image));
            else
                runtime::logger().warn(
                    "--film: {} is of another run, and left out", file);
        } catch (const io::InputError& e) {
            runtime::logger().warn("--film: left out: {}", e.what());
        }
    }
    if (!strip.empty())
        views::write_png((fs::path{folder_} / "film.png").string(),
                         strip.image());
}

}  // namespace tasuki::drivers
