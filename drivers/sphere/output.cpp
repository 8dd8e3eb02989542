#include "drivers/sphere/output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "drivers/atomic_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

SphereOutput::SphereOutput(const SphereOptions& options, const SpherePlan& plan,
                           const sphere::Grid& grid)
    : folder_{options.out}, checkpoint_{options.checkpoint}, grid_{grid} {
    if (plan.resumed) resumed_at_ = plan.begin.step;
    if (!checkpoint_.empty()) check_writable(checkpoint_);
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        throw runtime::UsageError(fmt::format("--out {}: cannot be made: {}",
                                              folder_, error.message()));
    check_writable(path("snapshot", plan.last_step, "h5"));
}

std::string SphereOutput::path(const char* name, std::uint64_t step,
                               const char* ending) const {
    return (fs::path{folder_} / fmt::format("{}_{:06}.{}", name, step, ending))
        .string();
}

void SphereOutput::write_snapshot(FlowSnapshot& state,
                                  const std::vector<double>& field) {
    if (state.step == resumed_at_) return;
    write_flow(path("snapshot", state.step, "h5"), state, grid_, field);
    ++snapshots_;
}

void SphereOutput::write_checkpoint(const FlowSnapshot& state) {
    if (state.step != resumed_at_) write_flow(checkpoint_, state, grid_, {});
}

void SphereOutput::write_film() const {}

}  // namespace tasuki::drivers
