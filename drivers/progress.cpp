#include "drivers/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tasuki::drivers {

ProgressLine::ProgressLine(std::string_view what, std::size_t total)
    : what_{what},
      total_{total},
      terminal_{::isatty(STDERR_FILENO) == 1},
      start_{std::chrono::steady_clock::now()} {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(std::size_t done, std::string_view note) {
    if (!terminal_ || done == 0) return;
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start_;
    const double left = spent.count() * static_cast<double>(total_ - done) /
                        static_cast<double>(done);
    fmt::print(stderr, "\r\033[K{} {}/{}  {}  {:.0f} s left", what_, done,
               total_, note, left);
    std::fflush(stderr);
}

}  // namespace tasuki::drivers
