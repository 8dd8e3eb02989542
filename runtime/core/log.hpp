// Where the library says what it does.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace tasuki::runtime {

/// spdlog's logger named "tasuki", without spdlog's headers, which take a
/// compiler seconds.
class Log {
  public:
    /// From what is said of every step to nothing.
    enum class Level : std::uint8_t { trace, debug, info, warn, error, off };

    /// Writes a line for who looks for the cause of something.
    template <class... Args>
    void debug(fmt::format_string<Args...> format, Args&&... args) {
        say(Level::debug, format, fmt::make_format_args(args...));
    }
    /// Writes a line about what was decided or measured.
    template <class... Args>
    void info(fmt::format_string<Args...> format, Args&&... args) {
        say(Level::info, format, fmt::make_format_args(args...));
    }
    /// Writes a line about what may not be meant.
    template <class... Args>
    void warn(fmt::format_string<Args...> format, Args&&... args) {
        say(Level::warn, format, fmt::make_format_args(args...));
    }
    /// Writes a line about why something ended.
    template <class... Args>
    void error(fmt::format_string<Args...> format, Args&&... args) {
        say(Level::error, format, fmt::make_format_args(args...));
    }

    /// The least level that is written.
    Level level() const;
    /// Whether messages of a level are written.
    bool is_heard(Level level) const { return level >= this->level(); }
    /// Writes what has this level or a later one from now on.
    void set_level(Level level);
    /// @param name  "trace", "debug", "info", "warn", "error" or "off"
    /// @return      whether it is one of these
    bool set_level(std::string_view name);

  private:
    /// Formats and writes a message if its level is heard.
    void say(Level level, fmt::string_view format, fmt::format_args args);
};

/// The program's logger, where one is registered under the name "tasuki" with
/// spdlog, else one of the library that writes warnings and errors to stderr.
/// Stdout belongs to the program.
Log& logger();

}  // namespace tasuki::runtime
