#include "runtime/program/result_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "runtime/core/error.hpp"

namespace tasuki::program {

void write_result(const std::string& option, const std::string& path,
                  const std::string& text) {
    if (path == "-") {
        std::fputs(text.c_str(), stdout);
        return;
    }
    const auto part = path + ".part";
    errno = 0;
    std::ofstream file{part, std::ios::binary};
    file << text;
    file.close();
    if (file.fail() || std::rename(part.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        std::remove(part.c_str());
        throw runtime::UsageError(fmt::format("{}: {} cannot be written: {}",
                                              option, path,
                                              std::strerror(reason)));
    }
}

}  // namespace tasuki::program
