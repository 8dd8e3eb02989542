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
    // Programs are in bin/ or in libexec/tasuki/.
    const fs::path bin = executable.parent_path();
    for (const fs::path& prefix : {bin / "..", bin / "../.."}) {
        const fs::path sample = prefix / "share/tasuki/samples" / name;
        if (!error && fs::exists(sample, error))
            return sample.lexically_normal().string();
    }
    throw runtime::UnavailableError(fmt::format(
        "the sample configuration {} is not in share/tasuki/samples beside {}; "
        "give one with --gauge",
        name.string(), bin.string()));
}

}  // namespace tasuki::drivers
