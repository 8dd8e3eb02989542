#include "drivers/common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "io/print.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

/// --quiet and --log-level error want nothing but errors.
bool is_quiet() {
    return !runtime::logger().is_heard(runtime::Log::Level::warn);
}

/// A run that ends sooner needs no line.
constexpr std::chrono::milliseconds kUnnoticed{500};

}  // namespace

std::string rate(double spent, std::size_t done) {
    const double each = spent / static_cast<double>(done);
    return each > 1 ? fmt::format("{:.1f} s each", each)
                    : fmt::format("{:.1f} per s", 1 / each);
}

std::string duration(double seconds) {
    if (seconds < 120) return fmt::format("{:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

ProgressLine::ProgressLine(std::string_view what, std::size_t total,
                           Clock::duration apart)
    : what_{what},
      total_{total},
      apart_{apart},
      terminal_{::isatty(STDERR_FILENO) == 1},
      start_{Clock::now()},
      last_{start_} {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (terminal_ && !is_quiet()) io::print(stderr, "\r\033[K");
}

void ProgressLine::show(std::size_t done, std::string_view note) {
    if (is_quiet() || (done == 0 && note.empty())) return;
    const auto now = Clock::now();
    const std::chrono::duration<double> spent = now - start_;
    if (terminal_ ? spent < kUnnoticed : now - last_ < apart_) return;
    last_ = now;
    auto line = fmt::format("{} {}/{}", what_, done, total_);
    if (done > 0) line += ", " + rate(spent.count(), done);
    if (!note.empty()) line += fmt::format(", {}", note);
    if (done > 0)
        line += fmt::format(
            ", {} left",
            duration(spent.count() * static_cast<double>(total_ - done) /
                     static_cast<double>(done)));
    if (terminal_)
        io::print(stderr, "\r\033[K{}", line);
    else
        io::print(stderr, "tasuki: {}\n", line);
    std::fflush(stderr);
}

}  // namespace tasuki::drivers
