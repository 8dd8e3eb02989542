// The folder of a trace: the tables that hold all of it. What people look at
// is made from these, beside them.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "io/interrupt.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// What people look at, which views/traces makes.
inline constexpr std::array kViewFiles{"paje.trace", "trace.json", "dag.svg",
                                       "report.html"};

/// Holds a place for a trace from before a run to its end.
class TraceFolder {
  public:
    /// Makes the folder, or takes an empty one or that of an earlier trace.
    /// @throws UsageError  it has other files, or cannot be made or written
    explicit TraceFolder(const std::string& path);
    /// Removes the folder if it is new and write() was not reached.
    ~TraceFolder();
    TraceFolder(const TraceFolder&) = delete;
    TraceFolder& operator=(const TraceFolder&) = delete;

    /// Writes the tables and the summary: every file is complete or not there,
    /// and the folder counts as a trace only with the last one. The views of an
    /// earlier trace are removed.
    /// @throws UsageError  a file cannot be written
    void write(const Timeline& timeline);

  private:
    std::string path_;
    std::unique_ptr<io::TemporaryFileGuard> guard_;  // of a new folder
};

/// Reads what write() wrote.
/// @throws InputError  a file is missing, cut off or contradicts another one:
///                     with its name and line
Timeline read_folder(const std::string& path);

}  // namespace tasuki::trace
