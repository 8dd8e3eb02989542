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
      last_{start_},
      held_since_{start_} {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (terminal_ && !is_quiet()) io::print(stderr, "\r\033[K");
}

bool ProgressLine::is_due(Clock::time_point now) const {
    if (is_quiet()) return false;
    return terminal_ ? now - start_ >= kUnnoticed : now - last_ >= apart_;
}

void ProgressLine::show(std::size_t done, std::string_view note,
                        const HeldBack& held) {
    done_ = done;
    note_ = note;
    const auto now = Clock::now();
    if (!is_due(now)) return;
    const std::chrono::duration<double> since = now - held_since_;
    const bool waits = held.seconds - held_ > 0.1 * since.count();
    held_since_ = now;
    held_ = held.seconds;
    print(now, waits ? held.what : std::string_view{});
}

void ProgressLine::show_waiting(std::string_view what) {
    if (const auto now = Clock::now(); is_due(now)) print(now, what);
}

void ProgressLine::print(Clock::time_point now, std::string_view waiting_for) {
    if (done_ == 0 && note_.empty() && waiting_for.empty()) return;
    last_ = now;
    const double spent = std::chrono::duration<double>{now - start_}.count();
    auto line = fmt::format("{} {}/{}", what_, done_, total_);
    if (done_ > 0) line += ", " + rate(spent, done_);
    if (!note_.empty()) line += fmt::format(", {}", note_);
    if (!waiting_for.empty())
        line += fmt::format(", waiting for {}", waiting_for);
    if (done_ > 0)
        line += fmt::format(
            ", {} left", duration(spent * static_cast<double>(total_ - done_) /
                                  static_cast<double>(done_)));
    if (terminal_)
        io::print(stderr, "\r\033[K{}", line);
    else
        io::print(stderr, "tasuki: {}\n", line);
    std::fflush(stderr);
}

}  // namespace tasuki::drivers
