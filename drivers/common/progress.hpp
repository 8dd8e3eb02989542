// How far a long run is, on stderr: a line that changes on a terminal, plain
// lines now and then in a log, nothing with --quiet.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace tasuki::drivers {

/// How long outputs have held a run back so far.
struct HeldBack {
    double seconds = 0;       ///< [s]
    std::string_view what{};  ///< newest of them, e.g. "pictures"
};

class ProgressLine {
  public:
    using Clock = std::chrono::steady_clock;

    /// @param what   what is counted, e.g. "sweep"
    /// @param total  how many there will be
    /// @param apart  least time between two plain lines
    ProgressLine(std::string_view what, std::size_t total,
                 Clock::duration apart = std::chrono::seconds{10});
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows "sweep 120/1000, 11.5 per s, NOTE, 77 s left"; without the times
    /// if nothing is done yet, and not at all without a note either.
    /// @param held  if it has grown by more than a tenth of the time since the
    ///              last line, this one also says "waiting for pictures"
    void show(std::size_t done, std::string_view note = {},
              const HeldBack& held = {});
    /// Shows the last line again as a wait begins, with what is waited for.
    void show_waiting(std::string_view what);
    /// Makes room for a message; the next show() brings the line back.
    void clear();

  private:
    bool is_due(Clock::time_point now) const;
    void print(Clock::time_point now, std::string_view waiting_for);

    std::string_view what_;
    std::size_t total_;
    Clock::duration apart_;
    bool terminal_;
    Clock::time_point start_, last_;
    std::size_t done_ = 0;
    std::string note_;
    Clock::time_point held_since_;  // of held_
    double held_ = 0;               // [s]
};

/// "11.5 per s", or "2.3 s each" where they are slow.
/// @param spent  [s] for `done` of them, neither of them 0
std::string rate(double spent, std::size_t done);

/// "45 s", "12 min", "3.4 h"
std::string duration(double seconds);

}  // namespace tasuki::drivers
