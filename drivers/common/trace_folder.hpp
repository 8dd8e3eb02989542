// The folder of --trace, until `tasuki trace report` has it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/interrupt.hpp"
#include "program/run_record.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

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

    /// Writes what `tasuki trace report` makes the trace of; an earlier one is
    /// no longer complete.
    /// @throws UsageError  a file cannot be written
    void write(const trace::RunRecord& run,
               const std::vector<runtime::RankRecord>& ranks);

  private:
    std::string path_;
    std::unique_ptr<io::TemporaryFileGuard> guard_;  // of a new folder
};

}  // namespace tasuki::drivers
