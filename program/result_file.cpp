#include "program/result_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "runtime/core/error.hpp"

namespace tasuki::program {

void write_result(const std::string& option, const std::string& path,
                  const std::string& text) {
    if (path == "-") {
        std::fputs(text.c_str(), stdout);
        return;
    }
    // A device or a pipe is written, not replaced.
    std::error_code none;
    const auto there = std::filesystem::status(path, none);
    const bool replaces = !exists(there) || is_regular_file(there);
    const auto part = replaces ? path + ".part" : path;
    errno = 0;
    std::ofstream file{part, std::ios::binary};
    file << text;
    file.close();
    if (file.fail() ||
        (replaces && std::rename(part.c_str(), path.c_str()) != 0)) {
        const int reason = errno;
        if (replaces) std::remove(part.c_str());
        throw runtime::UsageError(fmt::format("{}: {} cannot be written: {}",
                                              option, path,
                                              std::strerror(reason)));
    }
}

}  // namespace tasuki::program
