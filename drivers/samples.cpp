#include "drivers/samples.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "runtime/error.hpp"

namespace tasuki::drivers {

std::string sample_path() {
    namespace fs = std::filesystem;
    const fs::path name = "wilson_b6.0_8x8x8x16.nersc";
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    const fs::path beside =
        executable.parent_path() / "../share/tasuki/samples" / name;
    if (!error && fs::exists(beside, error)) return beside.string();
    const fs::path in_tree = fs::path{TASUKI_SOURCE_SAMPLES} / name;
    if (fs::exists(in_tree, error)) return in_tree.string();
    throw runtime::UnavailableError(fmt::format(
        "the sample configuration {} is neither in {} nor in {}; give one "
        "with --gauge",
        name.string(), beside.lexically_normal().parent_path().string(),
        in_tree.parent_path().string()));
}

}  // namespace tasuki::drivers
