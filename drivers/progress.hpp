// One line on stderr that says how far a long run is; only on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace tasuki::drivers {

class ProgressLine {
  public:
    /// @param what   what is counted, e.g. "sweep"
    /// @param total  how many there will be
    ProgressLine(std::string_view what, std::size_t total);
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows "sweep 120/1000  NOTE  12 s left".
    void show(std::size_t done, std::string_view note = {});
    /// Makes room for a message; the next show() brings the line back.
    void clear();

  private:
    std::string_view what_;
    std::size_t total_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace tasuki::drivers
