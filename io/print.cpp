#include "io/print.hpp"

#include <cerrno>
#include <cstring>

#include "runtime/core/error.hpp"

namespace tasuki::io {

void print_text(std::FILE* to, std::string_view text) {
    const auto done = std::fwrite(text.data(), 1, text.size(), to);
    if (done == text.size() || to != stdout) return;
    throw runtime::UsageError(
        fmt::format("stdout: cannot write: {}", std::strerror(errno)));
}

}  // namespace tasuki::io
