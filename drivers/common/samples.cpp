#include "drivers/common/samples.hpp"

#include <fmt/format.h>

#include "drivers/common/install_prefix.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

std::string sample_path() {
    namespace fs = std::filesystem;
    const fs::path path = install_prefix() / "share/tasuki/samples" /
                          "wilson_b6.0_8x8x8x16.nersc";
    std::error_code error;
    if (fs::exists(path, error)) return path.string();
    throw runtime::UnavailableError(
        fmt::format("the sample configuration {} is not there; give one with "
                    "--gauge",
                    path.string()));
}

}  // namespace tasuki::drivers
