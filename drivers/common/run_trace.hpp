// `--trace` of a driver: its options, and the record of a run for `tasuki
// trace`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/common/trace_folder.hpp"
#include "drivers/common/trace_options.hpp"
#include "program/run_record.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

/// Adds --trace and --trace-iterations.
/// @param iterations  what is recorded: "some applications after the timed
///                    ones"
void add_trace_options(CLI::App& command, TraceOptions& options,
                       const std::string& iterations);

/// @throws UsageError  iterations behind the `steps` of the run
void check_window(const TraceOptions& options, std::uint64_t steps);

/// Tasks without other parts than their block.
inline std::string name_nothing(std::uint32_t) {
    return {};
}

/// Every rank makes and reads it; the first one has the folder.
class RunTrace {
  public:
    /// Before the Context.
    /// @throws UsageError  the folder cannot be used; see TraceFolder
    RunTrace(const TraceOptions& options, const runtime::Ranks& ranks);

    runtime::Recorder& recorder() { return recorder_; }
    /// After the run: collects what the ranks recorded, and writes it to the
    /// folder; `tasuki trace report` then makes tables and views of it, in a
    /// process of its own: a program that computes has no need of them.
    /// @param title   what was run, in a line
    /// @param prints  the short tables of `tasuki trace summary` too, on the
    ///                first rank
    /// @throws Error  the folder, which holds the record, has no views
    void finish(const std::string& title, const trace::Cost& cost,
                const trace::NameOfPart& name_of_part, bool prints);

  private:
    std::string path_;
    trace::Window window_;
    const runtime::Ranks& ranks_;
    std::optional<TraceFolder> folder_;  // on the first rank
    runtime::Recorder recorder_;
};

}  // namespace tasuki::drivers
